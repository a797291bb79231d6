namespace Fathom.Mediator.Settings;

/// <summary>Another node: a section of <c>Remotes</c>.</summary>
public sealed class RemoteSettings
{
    /// <summary>Its host name or IP address.</summary>
    public string Host { get; set; } = "";

    /// <summary>Its TCP port.</summary>
    public int Port { get; set; }

    /// <summary>The name in its certificates: no other node of the network may answer in its place. Default: the remote's name, in lower
    /// case. Unused without TLS.</summary>
    public string? Node { get; set; }

    /// <summary>
    /// Makes messages wait for a remote that is down, up to their deadline, instead of failing with Unavailable (gRPC
    /// doc/wait-for-ready.md). Default false.
    /// </summary>
    public bool WaitForReady { get; set; }

    /// <summary>Delay after the first failed attempt to connect; each further delay is 1.6 times as long (gRPC doc/connection-backoff.md).
    /// Default 1 s.</summary>
    public TimeSpan InitialReconnectBackoff { get; set; } = TimeSpan.FromSeconds(1);

    /// <summary>Maximum reconnect delay. Default 2 minutes.</summary>
    public TimeSpan MaxReconnectBackoff { get; set; } = TimeSpan.FromMinutes(2);
}
