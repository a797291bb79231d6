namespace Fathom.Studies.Lag;

/// <summary>The published figures, with ours beside them.</summary>
internal static class LagPublished
{
    public static TableSpec Table { get; } = new(
        "Milliseconds for the blob; published: 1 MB, 250 ms and 2 % drop each way",
        "github.com/grpc/grpc-dotnet/issues/1971 and github.com/LaurensVergote/HttpSysLaggyPerformance, 2022-12-06 (.NET 6, Windows 10, "
            + "one machine's loopback; times to the second, speeds in kB/s)",
        LagMetrics.WallTime,
        ["HttpSys, WriteAsync", "HttpSys, Write", "Kestrel, WriteAsync", "Kestrel, Write"],
        [
            new PublishedRow("published: time", ["0:02", "2:32", "0:04", "0:03"]),
            new PublishedRow("published: kB/s", ["452", "6.8", "254", "300"]),
            .. Rows(Profile.Full, "1 MiB, 250 ms, 2 %, a model of HTTP.sys"),
            .. Rows(Profile.Quick, "256 KiB, 25 ms, 2 %, a model of HTTP.sys"),
        ]);

    private static IEnumerable<MeasuredRow> Rows(Profile profile, string what)
    {
        var baseline = FactorLevels.BaselineOf(LagFactors.Of(profile));
        foreach (var mtu in LagLinkFactors.Mtu.Levels)
        {
            var model = baseline.With(mtu);
            var kestrel = model.With(LagFactors.Kestrel);
            yield return new($"measured: {what}, MTU {mtu.Name}",
                [model.With(LagFactors.WriteAsync), model, kestrel.With(LagFactors.WriteAsync), kestrel]);
            yield return new($"measured: 65536-byte segments, MTU {mtu.Name}", [null, model.With(LagFactors.LargeSegment), null, null]);
            yield return new($"measured: the reflection switch, MTU {mtu.Name}",
                [null, model.With(LagFactors.ReflectionSegment), null, null]);
        }
    }
}
