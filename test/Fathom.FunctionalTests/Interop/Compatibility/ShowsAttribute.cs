namespace Fathom.FunctionalTests.Interop.Compatibility;

/// <summary>What holds between Fathom and the peer of a test that passes: a cell of docs/compatibility.md.</summary>
/// <param name="features">The rows of the page.</param>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class ShowsAttribute(params string[] features) : Attribute
{
    public const string Unary = "unary calls";
    public const string ClientStream = "client streams";
    public const string ServerStream = "server streams";
    public const string Duplex = "two-way streams";
    public const string Metadata = "metadata both ways";
    public const string Statuses = "statuses with their messages";
    public const string Details = "details of a status";
    public const string Endings = "deadlines and cancellation";
    public const string Compression = "compression both ways";
    public const string Limits = "large messages and back-pressure";
    public const string Load = "`fathom load`";
    public const string Reflection = "reflection v1";
    public const string ReflectionAlpha = "reflection v1alpha";
    public const string Files = "calls by .proto and by protoset";
    public const string Tls = "TLS";
    public const string Web = "gRPC-Web";
    public const string Socket = "Unix domain socket";
    public const string Tunnel = "CONNECT";

    /// <summary>The rows of the page.</summary>
    public static readonly string[] All = [Unary, ClientStream, ServerStream, Duplex, Metadata, Statuses, Details, Endings, Compression,
        Limits, Load, Reflection, ReflectionAlpha, Files, Tls, Web, Socket, Tunnel];

    public IReadOnlyList<string> Features => features;
}
