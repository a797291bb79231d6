using System.Net;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Settings;

/// <summary>The checked settings of a node. Immutable.</summary>
/// <param name="Host">The node's port; null: none.</param>
/// <param name="Remotes">The remotes, by name.</param>
/// <param name="MaxMessageSize">Maximum message size in bytes.</param>
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
    MessageCompression Requests,
    MessageCompression Responses,
    bool DetailedErrors,
    bool PlainText,
    int MaxHops,
    int RememberedCount,
    TimeSpan RememberedFor,
    CertificatePlan? Certificates);

internal sealed record HostPlan(IPAddress Bind, int Port, string? Name, HandlerScheduling Handlers);

internal sealed record RemotePlan(
    string Name, string Host, int Port, string Node, bool WaitForReady, TimeSpan InitialBackoff, TimeSpan LongestBackoff);
