using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Flags;
using Fathom.Subjects.Hosts;

namespace Fathom.Subjects.Blob;

/// <summary>The command line of the blob server. There is no <c>--tls</c>: blobs are served in plain HTTP/1.1 and HTTP/2, as
/// published.</summary>
/// <param name="Host"><c>kestrel</c>, <c>httpsys-model</c>, <c>httpsys</c> or <c>httpsys-buffered</c>.</param>
/// <param name="Segment">For <c>httpsys-model</c>: the size of the response's segments, and how it is set.</param>
/// <param name="Common">The flags shared with other hosts.</param>
internal sealed record BlobArguments(string Host, SegmentSize Segment, HostArguments Common)
{
    private static readonly Dictionary<string, SegmentSize> Segments = new()
    {
        ["4096"] = SegmentSize.Default, ["65536"] = SegmentSize.LargeByOptions, ["65536-reflection"] = SegmentSize.LargeByReflection,
    };

    private static readonly SubjectFlag<string> HostFlag = SubjectFlag.Word(
        "--host",
        "The server software; httpsys-model behaves as HTTP.sys without kernel response buffering, httpsys is HTTP.sys itself.",
        "kestrel",
        new FlagChoice("kestrel"), new FlagChoice("httpsys-model", "linux"), new FlagChoice("httpsys", "windows"),
        new FlagChoice("httpsys-buffered", "windows"));

    private static readonly SubjectFlag<string> SegmentFlag = SubjectFlag.Word(
        "--segment", "Of --host httpsys-model: bytes of the response writer's segments; 65536-reflection is the published switch.",
        null, [.. Segments.Keys.Select(s => new FlagChoice(s))]);

    /// <summary>All flags.</summary>
    public static IReadOnlyList<SubjectFlag> Flags { get; } =
        [HostFlag, SegmentFlag, HostFlags.Port, HostFlags.Bind, HostFlags.StreamWindow, HostFlags.ConnectionWindow];

    /// <summary>The values of a command line.</summary>
    /// <exception cref="FormatException">The flags do not fit together.</exception>
    public static BlobArguments Of(FlagValues flags)
    {
        var (host, segment) = (flags.Of(HostFlag), flags.Of(SegmentFlag));
        return segment is null || host == "httpsys-model"
            ? new BlobArguments(host, segment is null ? SegmentSize.Default : Segments[segment], HostArguments.Of(flags))
            : throw new FormatException(
            $"--segment '{segment}' cannot be used with --host {host}, whose segments are its own; accepted: --host httpsys-model.");
    }
}

/// <summary>Segments in which the StreamPipeWriter of a response passes on what was written to it.</summary>
internal enum SegmentSize
{
    /// <summary>The framework's default: 4096 bytes (StreamPipeWriterOptions).</summary>
    Default,

    /// <summary>65536 bytes by <c>StreamPipeWriterOptions.MinimumBufferSize</c>.</summary>
    LargeByOptions,

    /// <summary>65536 bytes by the published switch: <c>_minimumBufferSize</c> of the framework's writer, set by reflection.</summary>
    LargeByReflection,
}
