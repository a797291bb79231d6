using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>How a simulated connection comes to its end, besides that all calls do.</summary>
internal enum WorldEnding
{
    Quiet,
    ClientShutdown,
    ServerShutdown,
    ServerShutdownAtOnce,
    BothShutdown,
    Lost,
    ClientAborts,
    ServerAborts,
}

/// <summary>What a seed decides before anything runs: sizes, windows, limits, tempo, and the ending.</summary>
internal sealed record WorldShape
{
    public required int Seed { get; init; }

    public required int Calls { get; init; }

    /// <summary>Bytes.</summary>
    public required int LargestMessage { get; init; }

    /// <summary>The most bytes moved at a time, from the output to the link and from the link to the other engine.</summary>
    public required int LargestChunk { get; init; }

    /// <summary>The smallest window ever set besides 0, in bytes.</summary>
    public required int SmallestWindow { get; init; }

    /// <summary>Bytes on the link beyond which it takes no more.</summary>
    public required int LinkCapacity { get; init; }

    /// <summary>The longest delay of the link, in milliseconds.</summary>
    public required int Delay { get; init; }

    public required int ResetsPerMille { get; init; }

    /// <summary>How often out of a thousand an end acts during an event instead of later.</summary>
    public required int EagerPerMille { get; init; }

    /// <summary>Changes of windows, pings and resets by each end.</summary>
    public required int Disturbances { get; init; }

    public required WorldEnding Ending { get; init; }

    /// <summary>The step at which the ending begins.</summary>
    public required int EndingStep { get; init; }

    public required Http2Options Client { get; init; }

    public required Http2Options Server { get; init; }

    public static WorldShape Of(int seed)
    {
        var random = new Random(seed);
        int[] chunks = [1, 5, 60, 1500, 1500, 20_000, 70_000];
        var chunk = chunks[random.Next(chunks.Length)];
        var message = Math.Clamp(chunk * 300, 300, Pick(random, 3000, 20_000, 80_000));
        var smallest = Math.Max(1, message / 60);
        return new WorldShape
        {
            Seed = seed,
            Calls = random.Next(1, 13),
            LargestMessage = message,
            LargestChunk = chunk,
            SmallestWindow = smallest,
            LinkCapacity = Pick(random, 50, 5000, 200_000),
            Delay = Pick(random, 0, 1, 30),
            ResetsPerMille = Pick(random, 0, 50, 200),
            EagerPerMille = Pick(random, 0, 500, 1000),
            Disturbances = Pick(random, 0, 8, 20),
            Ending = (WorldEnding)random.Next(8),
            EndingStep = random.Next(1, Pick(random, 100, 600, 3000)),
            Client = Options(random, smallest),
            Server = Options(random, smallest),
        };
    }

    /// <summary>A window: 0, small, or up to 100,000 bytes.</summary>
    public static int Window(Random random, int smallest) => random.Next(10) switch
    {
        0 => 0,
        < 5 => smallest + random.Next(smallest * 4),
        _ => smallest + random.Next(100_000),
    };

    private static Http2Options Options(Random random, int smallest) => new()
    {
        MaxConcurrentStreams = random.Next(1, 12),
        AssumedMaxConcurrentStreams = random.Next(1, 12),
        InitialStreamWindow = Window(random, smallest),
        ConnectionWindow = 65_535 + (random.Next(2) == 0 ? 0 : random.Next(200_000)),
        EncoderTableSize = Pick(random, 0, 150, 4096),
        MaxBufferedOutput = Pick(random, 1, 1000, 16_384, 131_072),
        MaxFrameSize = Pick(random, 16_384, 16_384, 100_000),
        DataPadding = Padding(random),
        Limits = new Http2Limits { MaxHeaderTableSize = Pick(random, 0, 200, 4096, 9000), MaxRememberedStreams = Pick(random, 0, 2, 256) },
    };

    /// <summary>Every second end pads some of its DATA frames, by up to 255 bytes.</summary>
    private static Func<int>? Padding(Random random)
    {
        var (own, most) = (new Random(random.Next()), Pick(random, 0, 0, 3, 256));
        return most == 0 ? null : () => own.Next(-1, most);
    }

    private static int Pick(Random random, params int[] values) => values[random.Next(values.Length)];
}
