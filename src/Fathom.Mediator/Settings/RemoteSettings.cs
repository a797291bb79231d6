namespace Fathom.Mediator.Settings;

/// <summary>How another node is reached: a section of <c>Remotes</c>.</summary>
public sealed class RemoteSettings
{
    /// <summary>Its name or IP address.</summary>
    public string Host { get; set; } = "";

    /// <summary>Its TCP port.</summary>
    public int Port { get; set; }

    /// <summary>
    /// Whether messages wait for a remote that is down until their deadline, instead of failing with Unavailable (gRPC
    /// doc/wait-for-ready.md). Default false.
    /// </summary>
    public bool WaitForReady { get; set; }

    /// <summary>Wait after a first failed attempt to connect; each further one is 1.6 times as long (gRPC doc/connection-backoff.md).
    /// Default 1 s.</summary>
    public TimeSpan InitialBackoff { get; set; } = TimeSpan.FromSeconds(1);

    /// <summary>The longest such wait. Default 2 min.</summary>
    public TimeSpan LongestBackoff { get; set; } = TimeSpan.FromMinutes(2);
}
