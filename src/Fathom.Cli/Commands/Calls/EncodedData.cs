using System.Text;
using Fathom.Cli.Settings;

namespace Fathom.Cli.Commands.Calls;

/// <summary>Encoded messages on the command line: protobuf bytes, without the prefix of gRPC.</summary>
internal static class EncodedData
{
    /// <summary>The message that a flag gives.</summary>
    /// <param name="value">The flag: text, <c>@FILE</c>, or <c>@</c> for standard input; null for an empty message.</param>
    /// <param name="format"><c>binary</c>, <c>base64</c> or <c>hex</c>.</param>
    /// <param name="console">The console, for files and standard input.</param>
    /// <exception cref="CommandException">The flag has no such message.</exception>
    public static byte[] Read(SettingValue? value, string format, FathomConsole console)
    {
        if (value is null)
        {
            return [];
        }

        if (value.Text.StartsWith('@'))
        {
            var bytes = ReadFile(value, console);
            return format == "binary" ? bytes : Decode(value, format, Encoding.ASCII.GetString(bytes).Trim());
        }

        return format == "binary"
            ? throw CommandException.Usage($"{value.Where}: '{value.Text}' is text, and --data-format is binary; accepted: @FILE, @ for "
                + "standard input, or --data-format json, base64 or hex")
            : Decode(value, format, value.Text);
    }

    /// <summary>A message as text.</summary>
    public static string Write(ReadOnlySpan<byte> message, string format) =>
        format == "hex" ? Convert.ToHexStringLower(message) : Convert.ToBase64String(message);

    private static byte[] ReadFile(SettingValue value, FathomConsole console)
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
