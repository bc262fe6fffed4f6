import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.codelibs.opensearch.runner.node.OpenSearchRunnerNode;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.index.reindex.ReindexPlugin;
import org.opensearch.node.Node;
import org.opensearch.transport.Netty4Plugin;

/** One node of a cluster on 127.0.0.1, which ends when its standard input does. */
public final class RealNode {
    /** Takes a folder, the number of the node, its HTTP port, and the transport ports of all. */
    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]);
        int number = Integer.parseInt(arguments[1]);
        List<String> ports = List.of(arguments).subList(3, arguments.length);
        List<String> names = ports.stream().map(port -> "node-" + ports.indexOf(port)).toList();
        Files.createDirectories(home.resolve("config"));
        Settings settings = Settings.builder()
            .put("path.home", home.toString())
            .put("cluster.name", "zaru-tests")
            .put("node.name", names.get(number))
            .put("network.host", "127.0.0.1")
            .put("http.port", arguments[2])
            .put("http.type", "netty4")
            .put("transport.type", "netty4")
            .put("transport.port", ports.get(number))
            .putList("discovery.seed_hosts", ports.stream().map(port -> "127.0.0.1:" + port).toList())
            .putList("cluster.initial_cluster_manager_nodes", names)
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .put("node.store.allow_mmap", false)
            .build();
        Environment environment = new Environment(settings, home.resolve("config"));
        Node node = new OpenSearchRunnerNode(environment, List.of(
            Netty4Plugin.class, CommonAnalysisPlugin.class, ReindexPlugin.class));
        node.start();
        System.out.println("ready");
        System.in.transferTo(java.io.OutputStream.nullOutputStream());
        Runtime.getRuntime().halt(0);
    }
}
