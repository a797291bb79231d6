using System.IO.Compression;
using System.Security.Cryptography;
using Fathom.Statistics;

namespace Fathom.Doctor.Probes.Outside.Transfers;

/// <summary>How long a codec takes for bytes that do not become smaller, on this machine. A server that compresses whatever its caller
/// accepts, and sends the original message where that saved nothing, shows the name of the codec alone.</summary>
internal static class VainCompression
{
    private const int Times = 3;
    private const int MaxBytes = 4 << 20;

    /// <summary>Compresses as many random bytes; the median, ms.</summary>
    /// <param name="codec">The codec; gzip's time stands for those that are not known here.</param>
    /// <param name="bytes">How many; of more than 4 MiB the time of these is multiplied.</param>
    /// <param name="time">The clock.</param>
    public static double Time(string codec, long bytes, TimeProvider time)
    {
        var sample = RandomNumberGenerator.GetBytes((int)Math.Min(bytes, MaxBytes));
        double[] took = [.. Enumerable.Range(0, Times).Select(_ =>
        {
            var began = time.GetTimestamp();
            using var output = Open(codec);
            output.Write(sample);
            output.Flush();
            return time.GetElapsedTime(began).TotalMilliseconds;
        })];
        return Sample.Median(took) * bytes / sample.Length;
    }

    private static Stream Open(string codec) => codec == "deflate"
        ? new ZLibStream(Stream.Null, CompressionLevel.Optimal) : new GZipStream(Stream.Null, CompressionLevel.Optimal);
}
