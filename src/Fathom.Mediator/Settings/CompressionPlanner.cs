using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;

namespace Fathom.Mediator.Settings;

/// <summary>Checks the section <c>Grpc:Compression</c> and reports every fault.</summary>
internal static class CompressionPlanner
{
    /// <summary>The compression of messages; none if faults were added.</summary>
    public static MessageCompression Plan(CompressionSettings settings, List<string> faults)
    {
        if (settings.Codec.Equals(CompressionSettings.None, StringComparison.OrdinalIgnoreCase))
        {
            return MessageCompression.None;
        }

        if (CodecRegistry.Find(settings.Codec.ToLowerInvariant()) is not { } codec)
        {
            var accepted = string.Join(", ", CodecRegistry.All.Select(c => c.Encoding).Prepend(CompressionSettings.None));
            faults.Add($"Grpc:Compression:Codec is '{settings.Codec}': {accepted} are accepted.");
            return MessageCompression.None;
        }

        if (settings.Level is { } level && (level < codec.Levels.Fastest || level > codec.Levels.Best))
        {
            faults.Add(
                $"Grpc:Compression:Level is {level}: {codec.Levels.Fastest} to {codec.Levels.Best} are accepted for {codec.Encoding}.");
            return MessageCompression.None;
        }

        return settings.Mode == CompressionMode.Always ? MessageCompression.Always(codec, settings.Level)
            : MessageCompression.Adaptive(codec, settings.Level);
    }
}
