using System.Globalization;

namespace Fathom.Bench.Mediator;

/// <summary>The figures of the mediator with their bars and the published values of DMediatR.</summary>
internal static class MediatorFigures
{
    private const string Echo = "bare SslStream echo of 10 MiB, eight connections";
    private const string Bare = "processor time of a bare unary call, both processes";

    private static readonly string[] Payloads = ["zero", "text", "rand"];

    public static IReadOnlyList<MediatorFigure> All { get; } =
    [
        new("pings of 0 B", "1/s", 41.8, new Bar(Least: 10_000, Aim: 25_000), seconds => MediatorPair.Free.Measure(seconds).PerSecond),
        new("pings of 0 B, certificate per call and the lock", "1/s", 41.8, new Bar(Least: 30, Most: 300),
            seconds => MediatorPair.Published.Measure(seconds).PerSecond),
        new(Echo, "MB/s", null, null, SslEcho.Measure),
        .. Large("raw", [162, 190, 196], _ => new Bar(Least: 0.6, Aim: 0.8, Of: Echo)),
        .. Large("lz4", [292, 148, 164], at => new Bar(Least: new[] { 900, 300, 350 }[at], Aim: new[] { 1500, 450, 500 }[at])),
        .. Large("gzip", [144, 89, 78], at => new Bar(Least: new[] { 144, 89, 78 }[at])),
        new(Bare, "us", null, null, seconds => (MediatorPair.Free with { Message = "unary" }).Measure(seconds).CpuMicroseconds),
        new("processor time of a ping of 0 B, both processes", "us", null, new Bar(Most: 1.5, Aim: 1.15, Of: Bare),
            seconds => MediatorPair.Free.Measure(seconds).CpuMicroseconds),
    ];

    private static IEnumerable<MediatorFigure> Large(string compression, double[] published, Func<int, Bar> bar) =>
        Payloads.Select((payload, at) => new MediatorFigure(
        string.Create(CultureInfo.InvariantCulture, $"pings of 10 MiB, {compression}, {payload}"),
        "MB/s",
        published[at],
        bar(at),
        seconds => (MediatorPair.Free with { Compression = compression, Payload = payload, Size = 10 << 20 }).Measure(seconds).Megabytes));
}
