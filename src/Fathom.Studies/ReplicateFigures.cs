using Fathom.Statistics.Histograms;
using Fathom.SubjectProtocol;

namespace Fathom.Studies;

/// <summary>What both processes of a replicate reported, and what the packets of its link show. Metrics are computed from it.</summary>
/// <param name="Server">The server's figures over the workload.</param>
/// <param name="Client">The client's.</param>
public sealed record ReplicateFigures(ProcessFigures Server, ProcessFigures Client)
{
    /// <summary>Figures of the link's packets; null where there was no link.</summary>
    public ProcessFigures? Link { get; init; }

    /// <summary>Failed calls, as the client counted them.</summary>
    public int Errors => Client.Errors.Values.Sum();

    /// <summary>A number of the client divided by its calls; null where either is missing.</summary>
    public double? ClientPerCall(ReportedValue value) => PerCall(Client, value);

    /// <summary>A number of the server divided by the client's calls; null where either is missing.</summary>
    public double? ServerPerCall(ReportedValue value) => PerCall(Server, value);

    /// <summary>A number of the client, or null.</summary>
    public double? OfClient(ReportedValue value) => Client.Find(value);

    /// <summary>A number of one of the server's processes, or null.</summary>
    public double? OfProcess(string process, ReportedValue value) => Server.Find(process, value);

    /// <summary>A number of the server as a whole, or null.</summary>
    public double? OfServer(ReportedValue value) => Server.Find(value);

    /// <summary>A number of the link's packets, or null.</summary>
    public double? OfLink(string name) => Link?.Find(name);

    /// <summary>A latency percentile in microseconds, or null without calls.</summary>
    /// <param name="share">From 0 to 1.</param>
    public double? LatencyUs(double share) => Percentile.Of(Client.Latency, share);

    private double? PerCall(ProcessFigures process, ReportedValue value) =>
        OfClient(ReportedValues.Calls) is > 0 and var calls ? process.Find(value) / calls : null;
}
