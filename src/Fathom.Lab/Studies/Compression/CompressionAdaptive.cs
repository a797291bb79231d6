namespace Fathom.Lab.Studies.Compression;

/// <summary>What the server that decides by what it measures makes of every line, beside the two that do not decide.</summary>
internal static class CompressionAdaptive
{
    private static readonly string[] Columns = ["none", "gzip", "gzip where it pays"];
    private static readonly string[] Payloads = ["text", "binaries", "json"];

    public static TableSpec Table { get; } = new(
        "Milliseconds for the download, compressed where it pays, beside always and never",
        "none; a server that decides was not measured there",
        "download_ms",
        Columns,
        [.. from payload in Payloads from shape in new[] { "one", "stream" } from link in Links select RowOf(payload, shape, link)]);

    private static IReadOnlyList<string> Links => CompressionFactors.Of(Profile.Full).First(f => f.Name == CompressionFactors.Link).Levels;

    private static MeasuredRow RowOf(string payload, string shape, string link)
    {
        var levels = FactorLevels.BaselineOf(CompressionFactors.Of(Profile.Full))
            .With(CompressionFactors.Payload, payload).With(CompressionFactors.Shape, shape).With(CompressionFactors.Link, link);
        return new MeasuredRow(
            $"measured: {payload} as {(shape == "one" ? "one message" : "a stream")}, {(link == CompressionFactors.NoLink ? "loopback" : link)}",
            [.. Columns.Select(c => levels.With(CompressionFactors.Compression, c))]);
    }
}
