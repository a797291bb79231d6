using System.Diagnostics;

namespace Fathom.Tree.Tracing;

/// <summary>The activities that a process of the tree starts itself; ASP.NET Core and HttpClient start the others.</summary>
public static class TreeActivity
{
    /// <summary>The tag of a call that names the process called, by OpenTelemetry's conventions.</summary>
    public const string Peer = "peer.service";

    /// <summary>Calls to services, from the request to the reply.</summary>
    public static ActivitySource Source { get; } = new("Fathom.Tree");
}
