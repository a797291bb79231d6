using Fathom.Cli.Settings;
using Fathom.Load.Grpc.Calls;

namespace Fathom.Cli.Commands.Loads;

/// <summary>Reads encoded messages of <c>--data</c> and <c>--check</c>: protobuf bytes, without the prefix of gRPC.</summary>
internal sealed class LoadData(LoadFlagValues flags, FathomConsole console)
{
    /// <summary>The request; empty where none is set.</summary>
    public ReadOnlyMemory<byte> Request() => flags.Setting("data") is { } data ? Bytes(data) : ReadOnlyMemory<byte>.Empty;

    /// <summary>The reply that calls must have; null where any is accepted.</summary>
    public IReadOnlyList<ExpectedReply> ExpectedReplies() =>
        flags.Setting("check") is { } expected ? [new ExpectedReply(Bytes(expected))] : [];

    private byte[] Bytes(SettingValue value)
    {
        var format = flags.Text("data-format");
        if (value.Text.StartsWith('@'))
        {
            var bytes = Read(value);
            return format == "binary" ? bytes : Decode(value, format, System.Text.Encoding.ASCII.GetString(bytes).Trim());
        }

        return format == "binary"
            ? throw CommandException.Usage($"{value.Where}: '{value.Text}' is text, and --data-format is binary; accepted: @FILE, @ for "
                + "standard input, or --data-format json, base64 or hex")
            : Decode(value, format, value.Text);
    }

    private byte[] Read(SettingValue value)
    {
        try
        {
            if (value.Text.Length > 1)
            {
                return File.ReadAllBytes(Path.Combine(console.Folder, value.Text[1..]));
            }

            using var input = console.OpenInput();
            using var bytes = new MemoryStream();
            input.CopyTo(bytes);
            return bytes.ToArray();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw CommandException.Usage($"{value.Where}: '{value.Text[1..]}' cannot be read: {e.Message}");
        }
    }

    private static byte[] Decode(SettingValue value, string? format, string text)
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
