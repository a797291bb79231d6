using System.Net;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;

namespace Fathom.Mediator.Settings;

/// <summary>Settings that were checked; frozen.</summary>
/// <param name="Host">Where the node listens; null: nowhere.</param>
/// <param name="Remotes">The nodes it can reach, by name.</param>
/// <param name="MaxMessageSize">In bytes.</param>
/// <param name="Requests">How what is sent is compressed.</param>
/// <param name="Responses">How what is answered is compressed.</param>
/// <param name="DetailedErrors">Whether stacks cross.</param>
/// <param name="MaxHops">How many times a message is passed on.</param>
/// <param name="RememberedCount">How many notifications are remembered.</param>
/// <param name="RememberedFor">For how long.</param>
internal sealed record NodePlan(
    HostPlan? Host,
    IReadOnlyList<RemotePlan> Remotes,
    int MaxMessageSize,
    MessageCompression Requests,
    MessageCompression Responses,
    bool DetailedErrors,
    int MaxHops,
    int RememberedCount,
    TimeSpan RememberedFor);

internal sealed record HostPlan(IPAddress Bind, int Port, string? Name, HandlerScheduling Handlers);

internal sealed record RemotePlan(string Name, string Host, int Port, bool WaitForReady, TimeSpan InitialBackoff, TimeSpan LongestBackoff);
