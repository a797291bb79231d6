using Fathom.Statistics.Histograms;

namespace Fathom.Lab.Studies;

/// <summary>What both processes of a replicate reported, and what the link between them saw; metrics are read off it.</summary>
/// <param name="Server">The server's figures over the workload.</param>
/// <param name="Client">The client's.</param>
public sealed record ReplicateFigures(ProcessFigures Server, ProcessFigures Client)
{
    /// <summary>What the packets of the link say; null where there was none.</summary>
    public ProcessFigures? Link { get; init; }

    /// <summary>Failed calls, as the client counted them.</summary>
    public int Errors => Client.Errors.Values.Sum();

    /// <summary>A number of the client divided by its calls; null where either is missing.</summary>
    public double? ClientPerCall(string name) => PerCall(Client, name);

    /// <summary>A number of the server divided by the client's calls; null where either is missing.</summary>
    public double? ServerPerCall(string name) => PerCall(Server, name);

    /// <summary>A number of the client, or null.</summary>
    public double? OfClient(string name) => Client.Values.TryGetValue(name, out var value) ? value : null;

    /// <summary>A number that the link's packets say, or null.</summary>
    public double? OfLink(string name) => Link?.Values.TryGetValue(name, out var value) == true ? value : null;

    /// <summary>A latency percentile in microseconds, or null without calls.</summary>
    /// <param name="share">From 0 to 1.</param>
    public double? LatencyUs(double share) => Percentile.Of(Client.Latency, share);

    private double? PerCall(ProcessFigures process, string name) =>
        process.Values.TryGetValue(name, out var value) && OfClient("calls") is > 0 and var calls ? value / calls : null;
}
