using static Fathom.Studies.Mediator.MediatorFactors;

namespace Fathom.Studies.Mediator;

/// <summary>The published figures, with ours beside them.</summary>
internal static class MediatorPublished
{
    private const string Source = "DMediatR documentation, page \"Performance\" (payload counted once per ping, in millions of bytes)";

    public static IReadOnlyList<TableSpec> Tables { get; } =
    [
        new(
            "Pings per second without a payload, eight tasks",
            Source,
            MediatorMetrics.MessagesPerSecond,
            ["as published", "certificates loaded once", "no lock", "both", "tutorial, one thread", "the same in Debug"],
            [
                new PublishedRow("published", ["41.8", null, null, null, "3,400", "virtually the same"]),
                .. new[] { Profile.Full, Profile.Quick }.Select(Small),
            ]),
        new(
            "MB/s of pings with 10 MiB, eight tasks",
            Source,
            MediatorMetrics.Throughput,
            ["raw, Zero", "raw, Text", "raw, Rand", "gzip, Zero", "gzip, Text", "gzip, Rand", "lz4, Zero", "lz4, Text", "lz4, Rand"],
            [
                new PublishedRow("published", ["162", "190", "196", "144", "89", "78", "292", "148", "164"]),
                Large(Profile.Full, NoLink, "measured"),
                Large(Profile.Quick, NoLink, "measured: one task"),
                Large(Profile.Full, Throttled, $"measured: {Throttled.Name}"),
            ]),
    ];

    private static MeasuredRow Small(Profile profile)
    {
        var cells = new MediatorDesign.Cells(profile);
        return new("measured", [cells.Published, cells.Published.With(CertificateOnce), cells.Published.With(NoLock), cells.Free,
            cells.Greeter, cells.Greeter.With(Debug)]);
    }

    private static MeasuredRow Large(Profile profile, Level link, string label) =>
        new(label, [.. MediatorDesign.Table(new MediatorDesign.Cells(profile).Large.With(link))]);
}
