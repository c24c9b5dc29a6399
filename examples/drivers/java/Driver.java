import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.File;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * `java Driver DIR`, where DIR is what `nerconform export` wrote: asks the scorer the golden cases of three claims, then
 * each wrong scorer. The exit status is 0 if the scorer is right on every case and each wrong one is found.
 */
final class Driver {
    /** The claims that the scorer makes, each with the policy that it is asked in. */
    private static final Map<String, String> CLAIMS = new LinkedHashMap<>();

    static {
        CLAIMS.put("legal-data", "lenient");
        CLAIMS.put("illegal-tags:lenient", "lenient");
        CLAIMS.put("illegal-tags:discard", "discard");
    }

    /** A measure is strict.SCOPE.QUANTITY; the scope type{X} has the type percent-encoded. */
    private static final Pattern MEASURE = Pattern.compile("strict\\.(micro|macro|weighted|type\\{(.*?)\\})\\.(.+)");

    public static void main(String[] args) throws IOException {
        Map<String, List<Map<String, Object>>> cases = new LinkedHashMap<>();
        for (String claim : CLAIMS.keySet()) {
            cases.put(claim, map(load(new File(args[0], "claims/" + claim.replace(':', '-') + ".json")).get("cases")));
        }
        int failed = failures(cases, "", true);
        int asked = cases.values().stream().mapToInt(List::size).sum();
        System.out.printf("the scorer: %d of %d cases wrong%n", failed, asked);
        for (String mistake : Scorer.MISTAKES) {
            int found = failures(cases, mistake, false);
            System.out.printf("a scorer that %s: %d cases wrong%n", mistake, found);
            failed += found == 0 ? 1 : 0;
        }
        System.exit(failed == 0 ? 0 : 1);
    }

    private static int failures(Map<String, List<Map<String, Object>>> cases, String mistake, boolean told) {
        int failed = 0;
        for (String claim : cases.keySet()) {
            for (Map<String, Object> one : cases.get(claim)) {
                List<String> wrong = differences(one, CLAIMS.get(claim), mistake);
                failed += wrong.isEmpty() ? 0 : 1;
                if (told && !wrong.isEmpty()) {
                    System.out.println(one.get("id") + ": " + String.join("; ", wrong) + ". " + one.get("why"));
                }
            }
        }
        return failed;
    }

    /** What is wrong with the scorer's answer to a case: an empty list if nothing is. */
    private static List<String> differences(Map<String, Object> one, String policy, String mistake) {
        Map<String, Object> answer = Driver.<List<Map<String, Object>>>map(one.get("answers")).get(0);
        List<List<String>> gold = map(one.get("gold"));
        List<List<String>> pred = map(one.get("pred"));
        Scorer scorer;
        Map<String, Scorer.Counts> counts;
        try {
            scorer = new Scorer((String) one.get("scheme"), policy, mistake);
            counts = scorer.count(gold, pred);
        } catch (IllegalArgumentException error) {
            return answer.containsKey("refused") ? List.of() : List.of("it raised " + error.getMessage());
        }
        if (answer.containsKey("refused")) {
            return List.of("it answered, and " + answer.get("refused") + " is due");
        }
        List<String> wrong = new ArrayList<>();
        Map<String, Object> numbers = map(answer.getOrDefault("numbers", Map.of()));
        numbers.forEach((measure, expected) -> {
            Matcher parts = MEASURE.matcher(measure);
            if (!parts.matches()) {
                throw new IllegalStateException("not a measure: " + measure);
            }
            String type = parts.group(2);
            String scope = type == null ? parts.group(1) : "type:" + URLDecoder.decode(type.replace("+", "%2B"), StandardCharsets.UTF_8);
            double got = scorer.value(counts, scope, parts.group(3));
            if (!agrees(expected, got)) {
                wrong.add(measure + " is " + got + ", and " + expected + " is right");
            }
        });
        Map<String, Object> spans = map(answer.getOrDefault("spans", Map.of()));
        spans.forEach((side, units) -> {
            List<String> got = new ArrayList<>();
            for (List<String> tags : side.equals("gold") ? gold : pred) {
                got.add(scorer.decode(tags).stream().map(e -> List.of(e.type(), (long) e.start(), (long) e.end()).toString()).sorted().toList().toString());
            }
            List<String> right = new ArrayList<>();
            for (List<Object> unit : Driver.<List<List<Object>>>map(units)) {
                right.add(unit.stream().map(Object::toString).sorted().toList().toString());
            }
            if (!got.equals(right)) {
                wrong.add("the entities of " + side + " are " + got);
            }
        });
        if (answer.containsKey("rows")) {
            List<String> rows = new ArrayList<>(Driver.<List<String>>map(answer.get("rows")));
            rows.sort(Comparator.naturalOrder());
            if (!rows.equals(new ArrayList<>(counts.keySet()))) {
                wrong.add("the rows are " + counts.keySet());
            }
        }
        return wrong;
    }

    private static boolean agrees(Object expected, double got) {
        if (expected instanceof Long count) {
            return count == got;
        }
        double right = ((Number) Driver.<Map<String, Object>>map(expected).get("double")).doubleValue();
        return Math.abs(right - got) <= 1e-12 * Math.max(1, Math.abs(right));
    }

    private static Map<String, Object> load(File file) throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(file)) {
            parser.nextToken();
            return map(read(parser));
        }
    }

    /** Objects as maps, arrays as lists, whole numbers as Long, the rest as Double, String, Boolean or null. */
    private static Object read(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        switch (token) {
            case START_OBJECT -> {
                Map<String, Object> found = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.getCurrentName();
                    parser.nextToken();
                    found.put(name, read(parser));
                }
                return found;
            }
            case START_ARRAY -> {
                List<Object> found = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    found.add(read(parser));
                }
                return found;
            }
            case VALUE_NUMBER_INT -> {
                return parser.getLongValue();
            }
            case VALUE_NUMBER_FLOAT -> {
                return parser.getDoubleValue();
            }
            case VALUE_NULL -> {
                return null;
            }
            case VALUE_TRUE, VALUE_FALSE -> {
                return parser.getBooleanValue();
            }
            default -> {
                return parser.getText();
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T map(Object value) {
        return (T) value;
    }
}
