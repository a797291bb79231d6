namespace Fathom.Lab.Studies.Lag;

/// <summary>The published figures, and where ours belong beside them.</summary>
internal static class LagPublished
{
    public static TableSpec Table { get; } = new(
        "Milliseconds for the blob; published: 1 MB, 250 ms and 2 % drop each way",
        "github.com/grpc/grpc-dotnet/issues/1971 and github.com/LaurensVergote/HttpSysLaggyPerformance, 2022-12-06 (.NET 6, Windows 10, "
            + "one machine's loopback; times to the second, speeds in kB/s)",
        "wall_ms",
        ["HttpSys, WriteAsync", "HttpSys, Write", "Kestrel, WriteAsync", "Kestrel, Write"],
        [
            new PublishedRow("published: time", ["0:02", "2:32", "0:04", "0:03"]),
            new PublishedRow("published: kB/s", ["452", "6.8", "254", "300"]),
            .. Rows(Profile.Full, "1 MiB, 250 ms, 2 %"),
            .. Rows(Profile.Quick, "256 KiB, 25 ms, 2 %"),
        ]);

    private static IEnumerable<MeasuredRow> Rows(Profile profile, string what)
    {
        var baseline = FactorLevels.BaselineOf(LagFactors.Of(profile));
        foreach (var mtu in new[] { "65535", "1500" })
        {
            var model = baseline.With("mtu", mtu);
            var kestrel = model.With("host", "kestrel");
            yield return new($"measured: {what}, MTU {mtu}",
                [model.With("write", "WriteAsync"), model, kestrel.With("write", "WriteAsync"), kestrel]);
            yield return new($"measured: 65536-byte segments, MTU {mtu}", [null, model.With("segment", "65536"), null, null]);
            yield return new($"measured: the reflection switch, MTU {mtu}", [null, model.With("segment", "65536-reflection"), null, null]);
        }
    }
}
