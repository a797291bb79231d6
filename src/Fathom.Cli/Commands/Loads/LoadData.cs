using Fathom.Cli.Settings;

namespace Fathom.Cli.Commands.Loads;

/// <summary>Reads the messages of <c>--data</c> and <c>--expect</c>: protobuf bytes, without the prefix of gRPC.</summary>
internal sealed class LoadData(LoadFlagValues flags, string folder)
{
    /// <summary>The request; empty where none is set.</summary>
    public ReadOnlyMemory<byte> Request() => flags.Setting("data") is { } data ? Bytes(data) : ReadOnlyMemory<byte>.Empty;

    /// <summary>The reply that calls must have; null where any is accepted.</summary>
    public ReadOnlyMemory<byte>? ExpectedReply() => flags.Setting("expect") is { } expected
        ? Bytes(expected).AsMemory()
        // A plain null would become an empty reply, by way of an array.
        : (ReadOnlyMemory<byte>?)null;

    private byte[] Bytes(SettingValue value)
    {
        var format = flags.Text("data-format") ?? "binary";
        if (value.Text.StartsWith('@'))
        {
            var bytes = Read(value);
            return format == "binary" ? bytes : Decode(value, format, System.Text.Encoding.ASCII.GetString(bytes).Trim());
        }

        return format == "binary"
            ? throw CommandException.Usage($"{value.Where}: '{value.Text}' is text, and --data-format is binary; accepted: @FILE, @ for "
                + "standard input, or --data-format base64 or hex")
            : Decode(value, format, value.Text);
    }

    private byte[] Read(SettingValue value)
    {
        try
        {
            if (value.Text.Length > 1)
            {
                return File.ReadAllBytes(Path.Combine(folder, value.Text[1..]));
            }

            using var input = Console.OpenStandardInput();
            using var bytes = new MemoryStream();
            input.CopyTo(bytes);
            return bytes.ToArray();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw CommandException.Usage($"{value.Where}: '{value.Text[1..]}' cannot be read: {e.Message}");
        }
    }

    private static byte[] Decode(SettingValue value, string format, string text)
    {
        try
        {
            return format == "hex" ? Convert.FromHexString(text) : Convert.FromBase64String(text);
        }
        catch (FormatException)
        {
            throw CommandException.Usage($"{value.Where}: the data is not {format}; accepted: {format}, or another --data-format");
        }
    }
}
