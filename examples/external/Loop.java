import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;

/**
 * Runs the main method of a class again and again in one process, because a Java program takes long to start.
 *
 * Usage: java -cp COPY Loop.java CLASS. Each line of standard input holds the arguments of one run, with tabs between
 * them. After each run a line with END follows what the class printed, or a line with ERROR and the exception.
 */
public class Loop {
    public static void main(String[] arguments) throws Exception {
        Method run = Class.forName(arguments[0]).getMethod("main", String[].class);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String last = "END";
            try {
                run.invoke(null, (Object) line.split("\t"));
            } catch (ReflectiveOperationException error) {
                Throwable cause = error.getCause() == null ? error : error.getCause();
                last = "ERROR " + cause.getClass().getSimpleName() + ": " + cause.getMessage();
            }
            System.out.println();
            System.out.println(last);
            System.out.flush();
        }
    }
}
