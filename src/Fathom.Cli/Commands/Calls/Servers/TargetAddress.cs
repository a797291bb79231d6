namespace Fathom.Cli.Commands.Calls.Servers;

/// <summary>Reads the address of a server: <c>host:port</c>, <c>http://host:port</c>, <c>https://host:port</c> or
/// <c>unix:PATH</c>.</summary>
internal static class TargetAddress
{
    /// <summary>What is accepted, for the help of arguments.</summary>
    public const string Help = "The server: host:port, or with http:// (no TLS) or https://; or unix:PATH.";

    private const string Argument = "TARGET";
    private const string Unix = "unix:";

    public static bool HasScheme(string target) => target.Contains("://", StringComparison.Ordinal) && !IsUnix(target);

    public static bool IsUnix(string target) => target.StartsWith(Unix, StringComparison.Ordinal);

    /// <summary>What of a target a user can check.</summary>
    public static string PartsOf(string target) => IsUnix(target) ? "the path" : "address and port";

    /// <summary>Whether a word can be a target, and not the name of a service.</summary>
    public static bool IsTarget(string word) => word.Contains(':', StringComparison.Ordinal);

    /// <summary>Reads an address.</summary>
    /// <param name="target">What the user wrote.</param>
    /// <param name="plaintext">Whether an address without a scheme is without TLS.</param>
    /// <param name="folder">Where relative paths of sockets start.</param>
    /// <param name="where">Where it was written.</param>
    /// <exception cref="CommandException">It is no address.</exception>
    public static Uri Parse(string target, bool plaintext, string folder, string where = Argument)
    {
        if (IsUnix(target) && target[Unix.Length..] is { Length: > 0 } path)
        {
            // unix:PATH, or unix:///PATH for an absolute one (gRPC doc/naming.md).
            var full = Path.GetFullPath(Path.Combine(folder, path.StartsWith("///", StringComparison.Ordinal) ? path[2..] : path));
            return new Uri(Unix + string.Join('/', full.Split('/').Select(Uri.EscapeDataString)));
        }

        var text = HasScheme(target) ? target : $"{(plaintext ? "http" : "https")}://{target}";
        return Uri.TryCreate(text, UriKind.Absolute, out var address) && address.Scheme is "http" or "https"
            && address.Host.Length > 0 && address.PathAndQuery is "/" && address.UserInfo.Length == 0
            && (HasScheme(target) || target.EndsWith($":{address.Port}", StringComparison.Ordinal))
            ? address
            : throw CommandException.Usage($"{where}: '{target}' is not an address; accepted: host:port, http://host:port (no TLS), "
                + "https://host:port, unix:PATH"
                + (where != Argument || IsTarget(target) || !target.Contains('/') ? "" : "; it stands before METHOD"));
    }
}
