import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A small scorer of tags: exact matching, with two policies for illegal tags. It knows nothing of nerconform.
 * `mistake` is one of MISTAKES, which makes the scorer wrong, to show that the golden cases find it.
 */
final class Scorer {
    static final List<String> MISTAKES = List.of(
        "ignores types", "merges touching entities", "loses an entity at the end", "joins sentences",
        "does not close at E", "skips S", "takes the type after the last hyphen", "lower-cases types",
        "adds precision and recall to F1", "averages over gold types");

    /** What each prefix means: B first, I inner, E last, S only token of an entity. */
    private static final Map<String, Map<String, Character>> SCHEMES = Map.of(
        "IO", Map.of("I", 'I'),
        "IOB1", Map.of("B", 'B', "I", 'I'),
        "IOB2", Map.of("B", 'B', "I", 'I'),
        "IOE1", Map.of("I", 'I', "E", 'E'),
        "IOE2", Map.of("I", 'I', "E", 'E'),
        "BIOES", Map.of("B", 'B', "I", 'I', "E", 'E', "S", 'S'),
        "BILOU", Map.of("B", 'B', "I", 'I', "L", 'E', "U", 'S'),
        "BMES", Map.of("B", 'B', "M", 'I', "E", 'E', "S", 'S'),
        "BMEWO", Map.of("B", 'B', "M", 'I', "E", 'E', "W", 'S'),
        "BIOS", Map.of("B", 'B', "I", 'I', "S", 'S'));
    private static final Map<String, String> ALIASES =
        Map.of("BIO", "IOB2", "IOBES", "BIOES", "BIOUL", "BILOU", "BMEOW", "BMEWO");
    private static final Set<String> FOUR_PREFIXES = Set.of("BIOES", "BILOU", "BMES", "BMEWO");

    /** An entity: type, start and end in tokens, the end exclusive. */
    record Entity(String type, int start, int end) {}

    private record Mark(char role, String type) {}

    /** True positives, predicted entities (act) and gold entities (pos). */
    static final class Counts {
        int tp;
        int act;
        int pos;

        double value(String quantity, String mistake) {
            double precision = divide(tp, act);
            double recall = divide(tp, pos);
            return switch (quantity) {
                case "tp" -> tp;
                case "act" -> act;
                case "pos" -> pos;
                case "fp" -> act - tp;
                case "fn" -> pos - tp;
                case "precision" -> precision;
                case "recall" -> recall;
                default -> {
                    double square = Math.pow(Double.parseDouble(quantity.substring(1)), 2);
                    yield mistake.equals("adds precision and recall to F1")
                        ? (precision + recall) / 2
                        : divide((1 + square) * precision * recall, square * precision + recall);
                }
            };
        }
    }

    private final String scheme;
    private final boolean strict;
    private final String mistake;

    /** The policy is `lenient` (conlleval's rule) or `discard`. */
    Scorer(String scheme, String policy, String mistake) {
        this.scheme = ALIASES.getOrDefault(scheme, scheme);
        this.strict = policy.equals("discard");
        this.mistake = mistake;
        if (!SCHEMES.containsKey(this.scheme)) {
            throw new IllegalArgumentException("no such scheme: " + scheme);
        }
    }

    private Mark parse(String tag) {
        if (tag.equals("O")) {
            return new Mark('O', "");
        }
        int at = tag.indexOf('-');
        Character role = at < 0 ? null : SCHEMES.get(scheme).get(tag.substring(0, at));
        if (role == null || tag.length() == at + 1) {
            throw new IllegalArgumentException("not a tag of this scheme: " + tag);
        }
        String type = tag.substring((mistake.equals("takes the type after the last hyphen") ? tag.lastIndexOf('-') : at) + 1);
        return switch (mistake) {
            case "lower-cases types" -> new Mark(role, type.toLowerCase(java.util.Locale.ROOT));
            case "ignores types" -> new Mark(role, "X");
            case "skips S" -> role == 'S' ? new Mark('O', "") : new Mark(role, type);
            case "does not close at E" -> new Mark(role == 'E' ? 'I' : role, type);
            default -> new Mark(role, type);
        };
    }

    /** The entities of one sentence. */
    List<Entity> decode(List<String> tags) {
        boolean needsB = strict && (scheme.equals("IOB2") || scheme.equals("BIOS") || FOUR_PREFIXES.contains(scheme));
        boolean needsE = strict && (scheme.equals("IOE2") || FOUR_PREFIXES.contains(scheme));
        boolean needsI = strict && scheme.equals("BIOS");
        List<Entity> entities = new ArrayList<>();
        String open = null;
        int start = 0;
        for (int at = 0; at < tags.size(); at++) {
            Mark mark = parse(tags.get(at));
            boolean same = open != null && open.equals(mark.type());
            boolean goesOn = same && (mark.role() == 'I' || mark.role() == 'E'
                || (mark.role() == 'B' && mistake.equals("merges touching entities")));
            if (!goesOn) {
                if (open != null && !needsE && !(needsI && at == start + 1)) {
                    entities.add(new Entity(open, start, at));
                }
                boolean opens = mark.role() == 'B' || mark.role() == 'S' || (mark.role() != 'O' && !needsB);
                open = opens ? mark.type() : null;
                start = at;
            }
            if (open != null && (mark.role() == 'E' || mark.role() == 'S')) {
                entities.add(new Entity(open, start, at + 1));
                open = null;
            }
        }
        if (open != null && !needsE && !(needsI && tags.size() == start + 1) && !mistake.equals("loses an entity at the end")) {
            entities.add(new Entity(open, start, tags.size()));
        }
        return entities;
    }

    /** The counts of each type. */
    Map<String, Counts> count(List<List<String>> gold, List<List<String>> pred) {
        if (gold.size() != pred.size()) {
            throw new IllegalArgumentException("gold and prediction have different numbers of sentences");
        }
        for (int i = 0; i < gold.size(); i++) {
            if (gold.get(i).size() != pred.get(i).size()) {
                throw new IllegalArgumentException("sentence " + i + " has two lengths");
            }
        }
        if (mistake.equals("joins sentences")) {
            gold = List.of(gold.stream().flatMap(List::stream).toList());
            pred = List.of(pred.stream().flatMap(List::stream).toList());
        }
        Map<String, Counts> types = new TreeMap<>();
        for (int i = 0; i < gold.size(); i++) {
            List<Entity> right = decode(gold.get(i));
            right.forEach(entity -> types.computeIfAbsent(entity.type(), key -> new Counts()).pos++);
            for (Entity entity : decode(pred.get(i))) {
                Counts counts = types.computeIfAbsent(entity.type(), key -> new Counts());
                counts.act++;
                counts.tp += right.contains(entity) ? 1 : 0;
            }
        }
        return types;
    }

    /** One number by its scope (micro, macro, weighted, or type:X) and its quantity (tp, precision, f0.5, ...). */
    double value(Map<String, Counts> types, String scope, String quantity) {
        if (scope.startsWith("type:")) {
            return types.getOrDefault(scope.substring(5), new Counts()).value(quantity, mistake);
        }
        if (scope.equals("micro")) {
            Counts whole = new Counts();
            for (Counts counts : types.values()) {
                whole.tp += counts.tp;
                whole.act += counts.act;
                whole.pos += counts.pos;
            }
            return whole.value(quantity, mistake);
        }
        double sum = 0;
        double weights = 0;
        for (Counts counts : types.values()) {
            if (mistake.equals("averages over gold types") && counts.pos == 0) {
                continue;
            }
            double weight = scope.equals("macro") ? 1 : counts.pos;
            sum += weight * counts.value(quantity, mistake);
            weights += weight;
        }
        return divide(sum, weights);
    }

    private static double divide(double above, double below) {
        return below == 0 ? 0 : above / below;
    }
}
