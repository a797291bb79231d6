namespace Fathom.Fuzz;

/// <summary>A parser of what others send.</summary>
/// <param name="Name">Its name, which is that of its folder of first inputs.</param>
/// <param name="Parse">Parses one input. Throws for a defect: what a parser documents as its refusal does not leave it.</param>
internal sealed record FuzzTarget(string Name, Action<ReadOnlyMemory<byte>> Parse)
{
    // What an input of some bytes may allocate. The largest descriptor that few bytes can make takes less than half of it.
    private const long MaxAllocated = 16 << 20;
    private const long MaxAllocatedPerByte = 4096;

    /// <summary>All of them.</summary>
    public static IReadOnlyList<FuzzTarget> All { get; } =
    [
        new("http2-server", input => Targets.Http2Target.Parse(Wire.Http2.Http2Role.Server, input.Span)),
        new("http2-client", input => Targets.Http2Target.Parse(Wire.Http2.Http2Role.Client, input.Span)),
        new("hpack", input => Targets.HpackTarget.Parse(input.Span)),
        new("http1", input => Targets.Http1Target.Parse(input.Span)),
        new("framing", Targets.FramingTarget.Parse),
        new("packets", Targets.PacketTarget.Parse),
        new("capture", Targets.PacketTarget.ParseCapture),
        new("enrollment", Targets.EnrollmentTarget.Parse),
        new("json", Targets.MessageTarget.ParseJson),
        new("reply", Targets.MessageTarget.ParseReply),
        new("descriptors", Targets.DescriptorTarget.ParseSet),
        new("reflection", Targets.DescriptorTarget.ParseAnswers),
    ];

    /// <summary>Parses an input, and throws when that allocates out of proportion.</summary>
    public void Run(byte[] input)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        Parse(input);
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Require(allocated <= MaxAllocated + (MaxAllocatedPerByte * input.Length),
            $"{input.Length} bytes made {allocated} bytes of objects");
    }

    /// <summary>Throws unless a law holds.</summary>
    public static void Require(bool law, string what)
    {
        if (!law)
        {
            throw new InvalidOperationException(what);
        }
    }
}
