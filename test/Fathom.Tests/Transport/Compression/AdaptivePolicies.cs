using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;

namespace Fathom.Tests.Transport.Compression;

/// <summary>Policies for messages of one size, and what a test lets them measure.</summary>
internal static class AdaptivePolicies
{
    public const int Size = 4_000_000;
    private static readonly MessageCompression Gzip = MessageCompression.Adaptive(CodecRegistry.Gzip);

    public static AdaptiveCompressionPolicy Unary() => new("/s/m", isStream: false, Gzip);

    public static AdaptiveCompressionPolicy Stream() => new("/s/m", isStream: true, Gzip);

    public static LinkRate Rate(double bytesPerSecond) => new(bytesPerSecond, IsAtLeast: false);

    public static void Sample(AdaptiveCompressionPolicy adaptation, double ratio, double compress, double decompress) =>
        adaptation.AddSample(Size, (int)(Size * ratio), TimeSpan.FromSeconds(Size / compress), TimeSpan.FromSeconds(Size / decompress));

    public static bool Compresses(AdaptiveCompressionPolicy adaptation, double ratio, double compress, double decompress, double link,
        long ofCall = 1)
    {
        Known(adaptation, ratio, compress, decompress);
        adaptation.Decide(Size, Rate(link), ofCall, sampled: true);
        return adaptation.Report.IsCompressing;
    }

    // Two whole messages, after which samples alone need not be trusted.
    public static void Known(AdaptiveCompressionPolicy adaptation, double ratio, double compress, double decompress)
    {
        Sample(adaptation, ratio, compress, decompress);
        for (var i = 0; i < 2; i++)
        {
            adaptation.AddWholeMessage(Size, (int)(Size * ratio), TimeSpan.FromSeconds(Size / compress));
        }
    }
}
