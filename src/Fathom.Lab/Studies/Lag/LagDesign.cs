using Fathom.Lab.Findings;

namespace Fathom.Lab.Studies.Lag;

/// <summary>Which combinations the study <c>lag</c> runs, and which of them it compares.</summary>
internal static class LagDesign
{
    private const string WallMs = "wall_ms";

    public static IEnumerable<FactorLevels> Combinations(Profile profile)
    {
        var cells = new Cells(profile);
        IEnumerable<FactorLevels> combinations = profile == Profile.Quick
            ?
            [
                cells.Published, cells.Published.With("write", "WriteAsync"), cells.Published.With("segment", "65536"),
                    cells.Published.With("segment", "65536-reflection"),
                cells.Kestrel, cells.Kestrel.With("write", "WriteAsync"),
                // Eight: as many as run side by side.
                cells.Published.With("mtu", "1500"), cells.Published.With("protocol", "grpc-stream"),
            ]
            :
            [
                .. new[] { "65535", "1500" }.SelectMany(mtu => PublishedTable(cells, mtu)),
                .. new[] { "h2c", "grpc-unary", "grpc-stream" }.SelectMany(
                    p => new[] { cells.Published.With("protocol", p), cells.Kestrel.With("protocol", p) }),
                cells.Pinged, cells.Pinged.With("client_window", ClientPings.FixedWindow),
                cells.Published.With("loss", "0%"),
                cells.Loopback, cells.Loopback.With("host", "kestrel"),
                cells.LossBound.With("loss", "0%"),
                cells.SlowStart, cells.SlowStart.With("connection", "warm"),
                cells.FixedWindow, cells.FixedWindow.With("client_window", "16M"),
                cells.Upload, cells.Upload.With("server_window", "16M"),
                cells.Ramp, cells.Ramp.With("client_window", "16M"),
            ];
        // HTTP.sys is where no packet-level link is: with this machine's loopback, or what the user has put in its way.
        return combinations.Concat(
            from host in LagFactors.HttpSysHosts
            from write in new[] { "Write", "WriteAsync" }
            select cells.Loopback.With("host", host).With("write", write));
    }

    public static IEnumerable<ComparisonSpec> Comparisons(Profile profile)
    {
        var cells = new Cells(profile);
        yield return new("stop-and-wait-sender", cells.Published, "write", "WriteAsync", WallMs);
        yield return new("stop-and-wait-sender", cells.Published, "segment", "65536", WallMs);
        yield return new("stop-and-wait-sender", cells.Published, "host", "kestrel", WallMs);
        if (profile == Profile.Full)
        {
            yield return new("stop-and-wait-sender", cells.Published.With("mtu", "1500"), "write", "WriteAsync", WallMs);
            yield return new("stop-and-wait-sender", cells.Published.With("protocol", "grpc-stream"), "host", "kestrel", WallMs);
            yield return new("ping-round-trips", cells.Pinged, "client_window", ClientPings.FixedWindow, WallMs);
            yield return new("loss-bound", cells.LossBound, "loss", "0%", WallMs);
            yield return new("slow-start", cells.SlowStart, "connection", "warm", WallMs);
            yield return new("stream-window-bound-download", cells.FixedWindow, "client_window", "16M", WallMs);
            yield return new("server-window-bound-upload", cells.Upload, "server_window", "16M", WallMs);
            yield return new("per-call-window-ramp", cells.Ramp, "client_window", "16M", WallMs);
        }
    }

    private static IEnumerable<FactorLevels> PublishedTable(Cells cells, string mtu)
    {
        var (model, kestrel) = (cells.Published.With("mtu", mtu), cells.Kestrel.With("mtu", mtu));
        return
        [
            model, model.With("write", "WriteAsync"), model.With("segment", "65536"), model.With("segment", "65536-reflection"), kestrel,
                kestrel.With("write", "WriteAsync"),
        ];
    }

    /// <summary>The combinations that show one cause each.</summary>
    private sealed class Cells(Profile profile)
    {
        /// <summary>As published.</summary>
        public FactorLevels Published { get; } = FactorLevels.BaselineOf(LagFactors.Of(profile));

        public FactorLevels Kestrel => Published.With("host", "kestrel");

        public FactorLevels Loopback => Published.With("loss", "0%").With("delay", LagFactors.NoLink);

        /// <summary>A sender that waits, and a client that sends it PINGs; a blob so small that there is time for as many replicates as a
        /// ratio below three asks for.</summary>
        public FactorLevels Pinged => Published.With("protocol", "grpc-stream").With("size", "256k");

        /// <summary>On a real line nothing but loss holds Kestrel back.</summary>
        public FactorLevels LossBound => Kestrel.With("mtu", "1500");

        /// <summary>A connection that has just been made, on a real line without loss.</summary>
        public FactorLevels SlowStart => Kestrel.With("loss", "0%").With("mtu", "1500").With("connection", "connected");

        /// <summary>A client whose window stays, and nothing else that binds: warm, without loss, in packets so large that slow start is
        /// short.</summary>
        public FactorLevels FixedWindow => Kestrel.With("loss", "0%").With("connection", "warm").With("protocol", "h2c")
            .With("client_window", ClientPings.FixedWindow);

        /// <summary>The .NET client's own window, which begins anew with every call.</summary>
        public FactorLevels Ramp => FixedWindow.With("client_window", "default");

        /// <summary>The other way, into Kestrel's windows.</summary>
        public FactorLevels Upload => Kestrel.With("loss", "0%").With("connection", "warm").With("protocol", "grpc-upload")
            .With("size", "8M");
    }
}
