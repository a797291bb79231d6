using System.Globalization;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Subjects.Download;

/// <summary>Options of a download, sent as request metadata: the published method has an empty request.</summary>
/// <param name="Payload">One of <see cref="Payloads.Names"/>.</param>
/// <param name="Shape"><c>one</c> message, or a <c>stream</c> of the payload's records.</param>
/// <param name="Compression">How the messages are compressed.</param>
public sealed record DownloadOptions(string Payload, string Shape, MessageCompression Compression)
{
    private const string PayloadKey = "x-payload";
    private const string ShapeKey = "x-shape";
    private const string CodecKey = "x-codec";
    private const string LevelKey = "x-level";
    private const string PolicyKey = "x-policy";

    /// <summary>The options as metadata.</summary>
    public Metadata ToMetadata()
    {
        Metadata metadata = [];
        metadata.Add(PayloadKey, Payload);
        metadata.Add(ShapeKey, Shape);
        metadata.Add(CodecKey, Compression.Encoding);
        metadata.Add(LevelKey, Compression.Level.ToString(CultureInfo.InvariantCulture));
        metadata.Add(PolicyKey, Compression.IsAdaptive ? "where-it-pays" : "always");
        return metadata;
    }

    /// <summary>Reads the options of a request. Throws <see cref="FormatException"/> for an unknown value.</summary>
    public static DownloadOptions Of(Metadata metadata) => new(
        Require(metadata, PayloadKey),
        Require(metadata, ShapeKey),
        CompressionOf(Require(metadata, CodecKey), Require(metadata, LevelKey), Require(metadata, PolicyKey)));

    /// <summary>A compression by the names of the study: a codec or <c>none</c>; a level, <c>default</c>, <c>fastest</c> or
    /// <c>best</c>; <c>always</c> or <c>where-it-pays</c>.</summary>
    public static MessageCompression CompressionOf(string codec, string level, string policy)
    {
        if (codec is "none" or "identity")
        {
            return MessageCompression.None;
        }

        var found = CodecRegistry.Find(codec)
            ?? throw new FormatException(
            $"There is no codec '{codec}'; accepted: none, {string.Join(", ", CodecRegistry.All.Select(c => c.Encoding))}.");
        var number = level switch
        {
            "default" => found.Levels.Default,
            "fastest" => found.Levels.Fastest,
            "best" => found.Levels.Best,
            _ => int.TryParse(level, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var n)
                ? n
                : throw new FormatException($"'{level}' is no level; accepted: default, fastest, best, or a number."),
        };
        return policy switch
        {
            "always" => MessageCompression.Always(found, number),
            "where-it-pays" => MessageCompression.Adaptive(found, number),
            _ => throw new FormatException($"'{policy}' is no policy; accepted: always, where-it-pays."),
        };
    }

    private static string Require(Metadata metadata, string key) =>
        metadata.GetValue(key) ?? throw new FormatException($"The request has no metadata '{key}'.");
}
