using Fathom.Transport.Server;

namespace Fathom.Mediator.Settings;

/// <summary>The port of a node: the section <c>Host</c>.</summary>
public sealed class HostSettings
{
    /// <summary>The address to bind: an IP address, <c>localhost</c> (the default), or <c>*</c> for all addresses.</summary>
    public string Host { get; set; } = "localhost";

    /// <summary>The TCP port. Default 0: a free one.</summary>
    public int Port { get; set; }

    /// <summary>The node's name in notifications and failures: printable ASCII, at most 100 characters. Default: its name in its
    /// certificates, else its address.</summary>
    public string? Name { get; set; }

    /// <summary>Where handlers run. Default thread pool. On the event loop they are cheaper and must not block.</summary>
    public HandlerScheduling Handlers { get; set; } = HandlerScheduling.ThreadPool;
}
