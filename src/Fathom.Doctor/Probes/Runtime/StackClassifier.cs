namespace Fathom.Doctor.Probes.Runtime;

/// <summary>Says what a thread was doing from the names of the methods on its stack.</summary>
internal static class StackClassifier
{
    private const string Certificates = "System.Security.Cryptography.X509Certificates.";
    private const string Tls = "System.Net.Security.";

    // The thread that writes what others logged: it holds up no one unless its queue is full, and then they show it.
    private const string LogWriter = "Microsoft.Extensions.Logging.Console.ConsoleLoggerProcessor.ProcessLogQueue";

    private static readonly string[] Pool = ["System.Threading.ThreadPoolWorkQueue.Dispatch"];
    private static readonly string[] Waits =
    [
        "System.Threading.Tasks.Task.InternalWaitCore", "System.Threading.Tasks.Task.SpinThenBlockingWait", "System.Threading.Thread.Sleep",
        "System.Threading.Monitor.Wait", "System.Threading.WaitHandle.Wait",
    ];

    private static readonly string[] Compressors = ["System.IO.Compression."];
    private static readonly string[] Loggers = ["Microsoft.Extensions.Logging.", "Serilog.", "NLog.", "log4net."];
    private static readonly string[] Serializers = ["Google.Protobuf.", "ProtoBuf.", "MessagePack.", "System.Text.Json."];

    private static readonly string[] Reflecting =
    [
        "System.Text.Json.", "Newtonsoft.Json.", "System.Runtime.Serialization.", "System.Xml.Serialization.",
        "Google.Protobuf.JsonFormatter", "Google.Protobuf.JsonParser", "Google.Protobuf.Reflection.",
        "MessagePack.MessagePackSerializer+Typeless",
        "MessagePack.Formatters.TypelessFormatter", "MessagePack.Resolvers.Dynamic", "MessagePack.Formatters.Dynamic",
    ];

    private static readonly string[] Connects =
    [
        "System.Net.Http.HttpConnectionPool.ConnectAsync", "System.Net.Http.HttpConnectionPool.InjectNew",
        "System.Net.Http.HttpConnectionPool.<ConnectAsync", "System.Net.Http.HttpConnectionPool.<InjectNew",
        "System.Net.Http.Http2Connection.SetupAsync", "System.Net.Http.Http2Connection.<SetupAsync", "System.Net.Http.ConnectHelper.",
        "System.Net.Http.SocketsHttpHandler.SetupHandlerChain", "Grpc.Net.Client.GrpcChannel..ctor",
        "Grpc.Net.Client.GrpcChannel.ForAddress", "System.Net.Sockets.Socket.Connect", "System.Net.Dns.",
        Tls,
    ];

    /// <summary>Classifies a stack.</summary>
    /// <param name="methods">Its methods with namespace and type, the innermost first.</param>
    public static StackKind Classify(IReadOnlyCollection<string> methods)
    {
        if (methods.Any(m => m.StartsWith(LogWriter, StringComparison.Ordinal)))
        {
            return StackKind.None;
        }

        var kind = Has(methods, Compressors, StackKind.Compression) | Has(methods, Loggers, StackKind.Logging)
            | Has(methods, Serializers, StackKind.Serializer) | Has(methods, Reflecting, StackKind.Reflection)
            | Has(methods, Connects, StackKind.Connect);
        // A handshake builds chains of the peer's certificate: part of its connection.
        kind |= kind.HasFlag(StackKind.Connect) ? StackKind.None : Has(methods, [Certificates], StackKind.Certificate);
        return Has(methods, Pool, StackKind.BlockedPoolThread) & Has(methods, Waits, StackKind.BlockedPoolThread) | kind;
    }

    private static StackKind Has(IEnumerable<string> methods, string[] beginnings, StackKind kind) =>
        methods.Any(m => Array.Exists(beginnings, b => m.StartsWith(b, StringComparison.Ordinal))) ? kind : StackKind.None;
}
