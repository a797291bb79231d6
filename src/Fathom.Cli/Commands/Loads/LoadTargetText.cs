using Fathom.Cli.Settings;
using Fathom.Wire.Grpc;

namespace Fathom.Cli.Commands.Loads;

/// <summary>Reads addresses, methods and metadata as users write them.</summary>
internal static class LoadTargetText
{
    /// <summary><c>host:port</c>, <c>http://host:port</c> or <c>https://host:port</c>.</summary>
    public static Uri ToAddress(string target, bool isPlaintext)
    {
        var hasScheme = target.Contains("://", StringComparison.Ordinal);
        var text = hasScheme ? target : $"{(isPlaintext ? "http" : "https")}://{target}";
        if (!Uri.TryCreate(text, UriKind.Absolute, out var address) || address.Scheme is not ("http" or "https") || address.Host.Length == 0
            || address.PathAndQuery != "/" || address.UserInfo.Length > 0 || (!hasScheme && !HasPort(target)))
        {
            throw CommandException.Usage($"TARGET: '{target}' is not an address; accepted: HOST:PORT, http://HOST:PORT or "
                + "https://HOST:PORT");
        }

        return isPlaintext && address.Scheme == "https"
            ? throw CommandException.Usage($"--plaintext: the target '{target}' asks for TLS; write http://, or leave --plaintext out")
            : address;
    }

    /// <summary><c>package.Service/Method</c>; a dot before the method works too, and a slash at the start.</summary>
    public static string ToPath(SettingValue? call)
    {
        if (call is null)
        {
            throw CommandException.Usage("--call is missing: the method to call, such as --call fathom.echo.Echo/Unary");
        }

        var text = call.Text.TrimStart('/');
        var end = text.Contains('/', StringComparison.Ordinal) ? text.IndexOf('/', StringComparison.Ordinal) : text.LastIndexOf('.');
        return end > 0 && end < text.Length - 1 && text.All(c => c is > ' ' and < '\x7f') && text.Count(c => c == '/') <= 1
            ? $"/{text[..end]}/{text[(end + 1)..]}"
            : throw CommandException.Usage($"{call.Where}: '{call.Text}' is not a method; accepted: package.Service/Method");
    }

    /// <summary><c>name: value</c>; base64 for names that end in <c>-bin</c>.</summary>
    public static Metadata ToMetadata(IReadOnlyList<SettingValue> entries)
    {
        var metadata = new Metadata();
        foreach (var entry in entries)
        {
            if (entry.Text.Split(':', 2) is not [var name, var value])
            {
                throw CommandException.Usage($"{entry.Where}: metadata without a colon; accepted: 'NAME: VALUE'");
            }

            try
            {
                if (name.Trim().EndsWith("-bin", StringComparison.OrdinalIgnoreCase))
                {
                    metadata.Add(name.Trim(), Convert.FromBase64String(value.Trim()));
                }
                else
                {
                    metadata.Add(name.Trim(), value.Trim());
                }
            }
            catch (Exception e) when (e is ArgumentException or FormatException)
            {
                throw CommandException.Usage($"{entry.Where}: metadata '{name.Trim()}' is not accepted: {e.Message}");
            }
        }

        return metadata;
    }

    private static bool HasPort(string target) => target.LastIndexOf(':') is var colon && colon > target.LastIndexOf(']')
        && ushort.TryParse(target.AsSpan(colon + 1), out var port) && port > 0;
}
