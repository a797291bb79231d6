using Fathom.Diagnosis.Causes.LossBound;
using Fathom.Diagnosis.Causes.PerCallWindowRamp;
using Fathom.Diagnosis.Causes.PingRoundTrips;
using Fathom.Diagnosis.Causes.ServerWindowBoundUpload;
using Fathom.Diagnosis.Causes.SlowStart;
using Fathom.Diagnosis.Causes.StopAndWaitSender;
using Fathom.Diagnosis.Causes.StreamWindowBoundDownload;
using static Fathom.Studies.Lag.LagFactors;
using static Fathom.Studies.Lag.LagLinkFactors;

namespace Fathom.Studies.Lag;

/// <summary>Which combinations the study <c>lag</c> runs, and which of them it compares.</summary>
internal static class LagDesign
{
    public static IEnumerable<FactorLevels> Combinations(Profile profile)
    {
        var cells = new Cells(profile);
        IEnumerable<FactorLevels> combinations = profile == Profile.Quick
            ?
            [
                cells.Published, cells.Published.With(WriteAsync), cells.Published.With(LargeSegment),
                cells.Published.With(ReflectionSegment), cells.Kestrel, cells.Kestrel.With(WriteAsync),
                // Eight: as many as run at the same time.
                cells.Published.With(LineMtu), cells.Published.With(GrpcStream),
            ]
            :
            [
                .. Mtu.Levels.SelectMany(mtu => PublishedTable(cells, mtu)),
                .. new[] { Http2, GrpcUnary, GrpcStream }.SelectMany(p => new[] { cells.Published.With(p), cells.Kestrel.With(p) }),
                cells.Pinged, cells.Pinged.With(FixedWindow),
                cells.Published.With(Lossless),
                cells.Loopback, cells.Loopback.With(Kestrel),
                cells.LossBound.With(Lossless),
                cells.SlowStart, cells.SlowStart.With(Warm),
                cells.WindowBound, cells.WindowBound.With(LargeClientWindow),
                cells.Upload, cells.Upload.With(LargeServerWindow),
                cells.Ramp, cells.Ramp.With(LargeClientWindow),
            ];
        // HTTP.sys runs where there is no packet-level link: on this machine's loopback, or over what the user has put in its way.
        return combinations.Concat(
            from host in OperatingSystem.IsWindows() ? HttpSysHosts : []
            from write in Write.Levels
            select cells.Loopback.With(host, write));
    }

    public static IEnumerable<ComparisonSpec> Comparisons(Profile profile)
    {
        var cells = new Cells(profile);
        yield return Wall(StopAndWaitSenderCause.Name, cells.Published, WriteAsync);
        yield return Wall(StopAndWaitSenderCause.Name, cells.Published, LargeSegment);
        yield return Wall(StopAndWaitSenderCause.Name, cells.Published, Kestrel);
        if (profile == Profile.Full)
        {
            yield return Wall(StopAndWaitSenderCause.Name, cells.Published.With(LineMtu), WriteAsync);
            yield return Wall(StopAndWaitSenderCause.Name, cells.Published.With(GrpcStream), Kestrel);
            yield return Wall(PingRoundTripsCause.Name, cells.Pinged, FixedWindow);
            yield return Wall(LossBoundCause.Name, cells.LossBound, Lossless);
            yield return Wall(SlowStartCause.Name, cells.SlowStart, Warm);
            yield return Wall(StreamWindowBoundDownloadCause.Name, cells.WindowBound, LargeClientWindow);
            yield return Wall(ServerWindowBoundUploadCause.Name, cells.Upload, LargeServerWindow);
            yield return Wall(PerCallWindowRampCause.Name, cells.Ramp, LargeClientWindow);
        }
    }

    /// <summary>What no finding rests on, the least important first.</summary>
    public static IEnumerable<FactorLevels> Dispensable(Profile profile)
    {
        var cells = new Cells(profile);
        return profile == Profile.Full ? [] :
        [
            cells.Published.With(GrpcStream), cells.Published.With(LineMtu), cells.Published.With(ReflectionSegment),
            cells.Kestrel.With(WriteAsync),
        ];
    }

    private static ComparisonSpec Wall(string cause, FactorLevels baseline, Level to) => new(cause, baseline, to, LagMetrics.WallTime);

    private static IEnumerable<FactorLevels> PublishedTable(Cells cells, Level mtu)
    {
        var (model, kestrel) = (cells.Published.With(mtu), cells.Kestrel.With(mtu));
        return
        [
            model, model.With(WriteAsync), model.With(LargeSegment), model.With(ReflectionSegment), kestrel, kestrel.With(WriteAsync),
        ];
    }

    /// <summary>The combinations that show one cause each.</summary>
    private sealed class Cells(Profile profile)
    {
        /// <summary>As published.</summary>
        public FactorLevels Published { get; } = FactorLevels.BaselineOf(Of(profile));

        public FactorLevels Kestrel => Published.With(LagFactors.Kestrel);

        public FactorLevels Loopback => Published.With(Lossless, NoLink);

        /// <summary>A sender that waits, and a client that sends it PINGs; a blob so small that there is time for as many replicates as a
        /// ratio below three requires.</summary>
        public FactorLevels Pinged => Published.With(GrpcStream, SmallSize);

        /// <summary>On a real line nothing but loss limits Kestrel.</summary>
        public FactorLevels LossBound => Kestrel.With(LineMtu);

        /// <summary>A connection that has just been made, on a real line without loss.</summary>
        public FactorLevels SlowStart => Kestrel.With(Lossless, LineMtu, Connected);

        /// <summary>A client whose window stays, and no other limit: warm, without loss, in packets so large that slow start is
        /// short.</summary>
        public FactorLevels WindowBound => Kestrel.With(Lossless, Warm, Http2, FixedWindow);

        /// <summary>The .NET client's own window, which begins anew with every call.</summary>
        public FactorLevels Ramp => WindowBound.With(GrowingWindow);

        /// <summary>The other way, into Kestrel's windows.</summary>
        public FactorLevels Upload => Kestrel.With(Lossless, Warm, GrpcUpload, LargeSize);
    }
}
