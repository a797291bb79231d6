using Fathom.Records;

namespace Fathom.TestKit.Records;

/// <summary>
/// A run record in the shape of the <c>compression</c> study, with the pictures it declares: lines of three rates and none, and codecs of
/// which some pay between them. SYNTHETIC: every figure is the model's; none may be quoted as a measurement.
/// </summary>
public static class SyntheticDownloads
{
    private const double Megabytes = 4.05;
    private static readonly string[] Links = ["none", "50mbit", "150mbit", "450mbit"];
    private static readonly string[] Payloads = ["text", "json"];

    // Compressing and decompressing, MB/s, and compressed over plain size.
    private static readonly (string Name, double Compress, double Decompress, double Ratio)[] Codecs =
    [
        ("none", 0, 0, 1), ("gzip", 82, 610, 0.27), ("gzip where it pays", 80, 605, 0.27), ("gzip best", 41, 620, 0.25),
            ("br", 51, 340, 0.24), ("lz4 best", 21, 1900, 0.33),
        ("zstd 9", 47, 830, 0.22),
    ];

    /// <summary>The record.</summary>
    public static RunRecord Record() => SyntheticRecords.Channels() with
    {
        Study = "compression",
        Profile = "full",
        Title = "Downloads by the rate of the line",
        Question = "Below which rate of the line does compression pay?",
        Answer = "Synthetic example: below 25 to 400 Mbit/s.",
        Command = ["run", "compression", "--profile", "full"],
        Factors =
        [
            new("payload", "what is downloaded", Payloads), new("shape", "one message", ["one"]),
                new("compression", "the codec of the responses", [.. Codecs.Select(c => c.Name)]),
            new("link", "the line between client and server", Links),
        ],
        Metrics =
        [
            new("download_ms", "ms", Better.Lower, "time of a download", Headline: true),
                new("savings_percent", "%", Better.Higher, "bytes of the response saved", Headline: true),
            new("compress_mb_per_s", "MB/s", Better.Higher, "speed of compressing, in the server"),
            new("pays_below_mbit", "Mbit/s", Better.Higher, "rate of the line below which compression pays, predicted"),
        ],
        Trials = [.. from payload in Payloads from codec in Codecs.Index() from link in Links.Index()
                     select Trial($"t{(payload == "text" ? 100 : 200) + (codec.Index * 10) + link.Index}", payload, codec.Item, link.Item)],
        Failures = [],
        Tables = [],
        Findings = [],
        Pictures =
        [
            new(PictureKind.Line, "Time of a download by the rate of the line", "link", "download_ms", "compression", ["payload", "shape"],
                Mark: "pays_below_mbit"),
            new(PictureKind.Scatter, "Bytes saved by the speed of compressing", "compress_mb_per_s", "savings_percent", "compression",
                ["payload"]),
        ],
    };

    private static TrialResult Trial(string id, string payload, (string Name, double Compress, double Decompress, double Ratio) codec,
        string link)
    {
        var slower = payload == "json" ? 0.8 : 1;
        var plain = link == "none" ? 4.2 : Megabytes * 8 / double.Parse(link[..^4], System.Globalization.CultureInfo.InvariantCulture)
            * 1000;
        var values = new Dictionary<string, double> { ["download_ms"] = plain, ["savings_percent"] = 100 * (1 - codec.Ratio) };
        if (codec.Compress > 0)
        {
            var (compress, decompress) = (codec.Compress * slower, codec.Decompress * slower);
            values["download_ms"] = (plain * codec.Ratio) + (Megabytes / compress * 1000) + (Megabytes / decompress * 1000);
            values["compress_mb_per_s"] = compress;
            values["pays_below_mbit"] = 8 * (1 - codec.Ratio) / ((1 / compress) + (1 / decompress));
        }

        Replicate[] replicates = [.. new[] { 1.000, 0.9931, 1.0127, 1.0043, 0.9968, 1.0011 }.Select((spread, i) =>
            new Replicate(i + 1, 1 + i, 0, values.ToDictionary(v => v.Key, v => v.Value * spread)))];
        return new TrialResult
        {
            Id = id,
            Factors = new Dictionary<string, string> { ["payload"] = payload, ["shape"] = "one", ["compression"] = codec.Name,
                ["link"] = link },
            Replicates = replicates,
            Metrics = values.ToDictionary(v => v.Key, v => new MetricValue(v.Value, v.Value * 0.9931, v.Value * 1.0127, v.Key switch
            {
                "download_ms" => "ms",
                "savings_percent" => "%",
                "compress_mb_per_s" => "MB/s",
                _ => "Mbit/s",
            })),
        };
    }
}
