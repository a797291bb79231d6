namespace Fathom.Studies;

/// <summary>Settings of the .NET runtime that trials start processes with.</summary>
internal static class RuntimeSettings
{
    /// <summary>
    /// No profiling tier (PGO): processes that live for seconds pay for it without return. After 20,000 calls it still takes 62 µs of the
    /// host per call, 34 µs without.
    /// </summary>
    public static KeyValuePair<string, string> NoProfiling { get; } = new("DOTNET_TieredPGO", "0");

    /// <summary>
    /// Methods are compiled once and not again after 30 calls, the default, but after 8,192 (the value is hexadecimal). For processes that
    /// answer some hundred requests: the five of the tree used 2.2 s of processor time for 60 requests, most of it to compile again, and
    /// use 0.55 s.
    /// </summary>
    public static KeyValuePair<string, string> LateRecompilation { get; } = new("DOTNET_TC_CallCountThreshold", "2000");

    /// <summary>
    /// No root certificates of the system, where both sides trust only the root of the run. On Linux every process with TLS reads all of
    /// them before its first handshake, several hundred files. Windows and macOS store them elsewhere and ignore these variables.
    /// </summary>
    public static IReadOnlyList<KeyValuePair<string, string>> NoSystemRoots { get; } = [new("SSL_CERT_DIR", ""), new("SSL_CERT_FILE", "")];
}
