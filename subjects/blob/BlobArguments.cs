using Fathom.Subjects.Hosts;

namespace Fathom.Subjects.Blob;

/// <summary>What the command line of the blob's server says.</summary>
/// <param name="Host"><c>kestrel</c>, <c>httpsys-model</c>, <c>httpsys</c> or <c>httpsys-buffered</c>.</param>
/// <param name="Segment">Of <c>httpsys-model</c>: the size of the response's segments, and how it comes about.</param>
/// <param name="Common">What every host takes.</param>
internal sealed record BlobArguments(string Host, SegmentSize Segment, HostArguments Common)
{
    private static readonly string[] Hosts = ["kestrel", "httpsys-model", "httpsys", "httpsys-buffered"];

    private static readonly Dictionary<string, SegmentSize> Segments = new()
    {
        ["4096"] = SegmentSize.Default, ["65536"] = SegmentSize.LargeByOptions, ["65536-reflection"] = SegmentSize.LargeByReflection,
    };

    /// <summary>Reads a command line. Throws <see cref="FormatException"/> with a message for the user.</summary>
    public static BlobArguments Parse(IReadOnlyList<string> arguments)
    {
        var (host, segment, common) = ("kestrel", (string?)null, new List<string>());
        for (var i = 0; i < arguments.Count; i++)
        {
            switch (arguments[i])
            {
                case "--host":
                    host = Value(arguments, ++i, Hosts);
                    break;
                case "--segment":
                    segment = Value(arguments, ++i, [.. Segments.Keys]);
                    break;
                default:
                    common.Add(arguments[i]);
                    break;
            }
        }

        if (segment is not null && host != "httpsys-model")
        {
            throw new FormatException(
                $"--segment '{segment}' cannot be used with --host {host}, whose segments are its own; accepted: --host httpsys-model.");
        }

        var read = HostArguments.Parse(common);
        return read.Tls
            ? throw new FormatException("--tls cannot be used: the blob is served in plain HTTP/1.1 and HTTP/2, as published.")
            : new BlobArguments(host, segment is null ? SegmentSize.Default : Segments[segment], read);
    }

    private static string Value(IReadOnlyList<string> arguments, int at, string[] accepted) =>
        at < arguments.Count && accepted.Contains(arguments[at])
            ? arguments[at]
            : throw new FormatException(
            $"{arguments[at - 1]} '{(at < arguments.Count ? arguments[at] : "")}' cannot be used; accepted: {string.Join(", ", accepted)}.");
}
