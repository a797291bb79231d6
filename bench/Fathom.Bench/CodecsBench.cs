using System.Buffers;
using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Fathom.Subjects.Download;
using Fathom.Transport.Codecs;

namespace Fathom.Bench;

/// <summary>
/// Codecs over the system's libraries (<c>system</c>) and in managed code (<c>managed</c>) beside the tools of their formats (<c>tool</c>),
/// on the text payload of the study <c>compression</c>, in memory and by one thread. <c>zstd -b</c> and <c>lz4 -b</c> measure themselves,
/// <c>gzip</c> is timed over its standard streams. All report the fastest of their rounds; so does this.
/// </summary>
internal static partial class CodecsBench
{
    private const int RoundSeconds = 2;
    private const int GzipRounds = 10;

    private static readonly (Codec Codec, Codec? Managed, int Level)[] Measured =
    [
        (CodecRegistry.Zstd, CodecRegistry.ManagedZstd, 1), (CodecRegistry.Zstd, CodecRegistry.ManagedZstd, 3),
        (CodecRegistry.Lz4, CodecRegistry.ManagedLz4, 1), (CodecRegistry.Lz4, CodecRegistry.ManagedLz4, 9),
        (CodecRegistry.Gzip, null, 6),
    ];

    public static BenchResult Run(BenchOptions options)
    {
        var result = new BenchResult("codecs on XML documentation, 4,050,000 bytes, one thread", "MB/s of plain bytes", options);
        var message = Payloads.Create("text").Bytes;
        var file = Path.GetTempFileName();
        try
        {
            File.WriteAllBytes(file, message);
            for (var pair = 0; pair < options.Pairs; pair++)
            {
                foreach (var name in pair % 2 == 0 ? options.Names : options.Names.Reverse())
                {
                    foreach (var (codec, managed, level) in Measured)
                    {
                        if (name == "managed" && managed is null)
                        {
                            continue;
                        }

                        var (compress, decompress) = name switch
                        {
                            "tool" => OfTool(codec.Encoding, level, file),
                            "managed" => OfCodec(managed!, level, message),
                            "system" when codec.MissingLibrary is { } missing => throw new InvalidOperationException(missing),
                            "system" => OfCodec(codec, level, message),
                            _ => throw new ArgumentException($"'{name}' is no implementation: tool, system and managed are accepted."),
                        };
                        result.Add($"{codec.Encoding} {level}, compress", name, compress);
                        result.Add($"{codec.Encoding} {level}, decompress", name, decompress);
                    }
                }
            }
        }
        finally
        {
            File.Delete(file);
        }

        return result;
    }

    private static (double Compress, double Decompress) OfCodec(Codec codec, int level, byte[] message)
    {
        var packed = new ArrayBufferWriter<byte>(2 * message.Length);
        var plain = new ArrayBufferWriter<byte>(2 * message.Length);
        var compress = Fastest(message.Length, () =>
        {
            packed.ResetWrittenCount();
            codec.Compress(new ReadOnlySequence<byte>(message), packed, level);
        });
        var decompress = Fastest(message.Length, () =>
        {
            plain.ResetWrittenCount();
            codec.Decompress(new ReadOnlySequence<byte>(packed.WrittenMemory), plain, message.Length);
        });
        return plain.WrittenSpan.SequenceEqual(message) ? (compress, decompress)
            : throw new InvalidOperationException($"{codec} does not give its message back.");
    }

    private static double Fastest(int bytes, Action round)
    {
        var best = TimeSpan.MaxValue;
        for (var began = TimeProvider.System.GetTimestamp(); TimeProvider.System.GetElapsedTime(began).TotalSeconds < RoundSeconds;)
        {
            var start = TimeProvider.System.GetTimestamp();
            round();
            var took = TimeProvider.System.GetElapsedTime(start);
            best = took < best ? took : best;
        }

        return bytes / best.TotalMicroseconds;
    }

    private static (double Compress, double Decompress) OfTool(string encoding, int level, string file)
    {
        if (encoding == "gzip")
        {
            var packed = file + ".gz";
            var compress = FastestRun($"gzip -{level} -c '{file}' > '{packed}'", file);
            var decompress = FastestRun($"gzip -dc '{packed}' > /dev/null", file);
            File.Delete(packed);
            return (compress, decompress);
        }

        var speeds = Speeds().Matches(Output($"{encoding} -b{level} -i{RoundSeconds} '{file}' 2>&1"))[^1];
        return (double.Parse(speeds.Groups[1].Value, CultureInfo.InvariantCulture),
            double.Parse(speeds.Groups[2].Value, CultureInfo.InvariantCulture));
    }

    private static double FastestRun(string command, string file)
    {
        var best = TimeSpan.MaxValue;
        for (var i = 0; i < GzipRounds; i++)
        {
            var start = TimeProvider.System.GetTimestamp();
            Output(command);
            var took = TimeProvider.System.GetElapsedTime(start);
            best = took < best ? took : best;
        }

        return new FileInfo(file).Length / best.TotalMicroseconds;
    }

    private static string Output(string command)
    {
        using var process = Process.Start(new ProcessStartInfo("sh", ["-c", command]) { RedirectStandardOutput = true })!;
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0 ? output : throw new InvalidOperationException($"'{command}' ended with {process.ExitCode}: {output}");
    }

    [GeneratedRegex(@"([\d.]+) MB/s\s*,?\s*([\d.]+) MB/s")]
    private static partial Regex Speeds();
}
