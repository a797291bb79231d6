using System.Net;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Settings;

/// <summary>The checked settings of a node. Immutable.</summary>
/// <param name="Host">The node's port; null: none.</param>
/// <param name="Remotes">The remotes, by name.</param>
/// <param name="MaxMessageSize">Maximum message size in bytes.</param>
/// <param name="DefaultDeadline">Maximum time for a request or notification to another node without a deadline of its own.</param>
/// <param name="KeepAlive">Keepalive of connections to remotes.</param>
/// <param name="Requests">Compression of requests.</param>
/// <param name="Responses">Compression of responses.</param>
/// <param name="DetailedErrors">Whether stack traces are sent to other nodes.</param>
/// <param name="PlainText">Whether messages may leave this machine without TLS.</param>
/// <param name="MaxHops">Maximum number of hops of a message.</param>
/// <param name="RememberedCount">Maximum number of remembered notification ids.</param>
/// <param name="RememberedFor">How long a notification id is remembered.</param>
/// <param name="Certificates">The certificates; null: none.</param>
internal sealed record NodePlan(
    HostPlan? Host,
    IReadOnlyList<RemotePlan> Remotes,
    int MaxMessageSize,
    TimeSpan DefaultDeadline,
    KeepAlivePlan KeepAlive,
    MessageCompression Requests,
    MessageCompression Responses,
    bool DetailedErrors,
    bool PlainText,
    int MaxHops,
    int RememberedCount,
    TimeSpan RememberedFor,
    CertificatePlan? Certificates);

internal sealed record HostPlan(IPAddress Bind, int Port, string? Name, HandlerScheduling Handlers);

/// <param name="Time">The time without received bytes after which a PING is sent.</param>
/// <param name="Timeout">The time for its acknowledgement.</param>
internal sealed record KeepAlivePlan(TimeSpan Time, TimeSpan Timeout);

internal sealed record RemotePlan(
    string Name, string Host, int Port, string Node, bool WaitForReady, TimeSpan InitialReconnectBackoff, TimeSpan MaxReconnectBackoff);
