namespace Fathom.Cli.Commands.Calls;

/// <summary>Reads the address of a server: <c>host:port</c>, <c>http://host:port</c> or <c>https://host:port</c>.</summary>
internal static class TargetAddress
{
    public static bool HasScheme(string target) => target.Contains("://", StringComparison.Ordinal);

    /// <summary>Whether a word can be a target, and not the name of a service.</summary>
    public static bool IsTarget(string word) => word.Contains(':', StringComparison.Ordinal);

    public static Uri Parse(string target, bool plaintext)
    {
        var text = HasScheme(target) ? target : $"{(plaintext ? "http" : "https")}://{target}";
        return Uri.TryCreate(text, UriKind.Absolute, out var address) && address.Scheme is "http" or "https"
            && address.Host.Length > 0 && address.PathAndQuery is "/" && address.UserInfo.Length == 0
            && (HasScheme(target) || target.EndsWith($":{address.Port}", StringComparison.Ordinal))
            ? address
            : throw CommandException.Usage(
                $"TARGET: '{target}' is not an address; accepted: host:port, http://host:port (no TLS), https://host:port");
    }
}
