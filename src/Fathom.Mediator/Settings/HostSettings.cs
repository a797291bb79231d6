using Fathom.Transport.Server;

namespace Fathom.Mediator.Settings;

/// <summary>Where a node listens: the section <c>Host</c>.</summary>
public sealed class HostSettings
{
    /// <summary>The address to bind: an IP address, <c>localhost</c> (the default), or <c>*</c> for all addresses.</summary>
    public string Host { get; set; } = "localhost";

    /// <summary>The TCP port; 0, the default, takes a free one.</summary>
    public int Port { get; set; }

    /// <summary>What the node calls itself in notifications and failures; its name in its certificates when left out, or its address.
    /// Printable ASCII, at most 100 characters.</summary>
    public string? Name { get; set; }

    /// <summary>Where handlers run. On the pool unless told otherwise: on the event loop they are cheaper and must not block.</summary>
    public HandlerScheduling Handlers { get; set; } = HandlerScheduling.ThreadPool;
}
