using System.Diagnostics;

namespace Fathom.Cli.Commands.Loads;

/// <summary>Attributes and bounds of metrics, by OpenTelemetry's semantic conventions for RPC.</summary>
internal static class RpcTags
{
    public const string Status = "rpc.response.status_code";
    public const string Error = "error.type";

    /// <summary>Bounds of a duration in seconds, as gRPC's own metrics have them (gRFC A66). One list for all parts of a plan: their
    /// histograms add up.</summary>
    public static IReadOnlyList<double> Bounds { get; } =
    [
        0, 0.00001, 0.00005, 0.0001, 0.0003, 0.0006, 0.0008, 0.001, 0.002, 0.003, 0.004, 0.005, 0.006, 0.008, 0.01, 0.013, 0.016, 0.02,
        0.025, 0.03, 0.04, 0.05, 0.065, 0.08, 0.1, 0.13, 0.16, 0.2, 0.25, 0.3, 0.4, 0.5, 0.65, 0.8, 1, 2, 5, 10, 20, 50, 100,
    ];

    /// <summary>What all measurements of a run have.</summary>
    public static TagList Of(LoadSpec spec)
    {
        var address = spec.Target.Server.Address;
        var isSocket = address.Host.Length == 0;
        var tags = new TagList
        {
            { "rpc.system.name", "grpc" }, { "server.address", isSocket ? Uri.UnescapeDataString(address.AbsolutePath) : address.IdnHost },
        };
        if (!isSocket)
        {
            tags.Add("server.port", address.Port);
        }

        if (spec.Target.Mix.Count == 0)
        {
            tags.Add("rpc.method", spec.Info.Call);
        }

        if (spec.Plan.Slot.Count > 1)
        {
            // Or the series of one part would be taken for those of another.
            tags.Add("fathom.load.shard", spec.Info.Shard);
        }

        return tags;
    }

    /// <summary>The attributes with another one.</summary>
    public static TagList With(TagList tags, string name, string value)
    {
        tags.Add(name, value);
        return tags;
    }
}
