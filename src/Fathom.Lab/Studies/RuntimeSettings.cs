namespace Fathom.Lab.Studies;

/// <summary>Settings of the .NET runtime that trials start processes with.</summary>
internal static class RuntimeSettings
{
    /// <summary>
    /// No profiling tier: in processes that live for seconds it is cost without return. With it what is counted after 20,000 calls is still
    /// the compiler and the code it instrumented: 62 us of the host per call, and 34 without.
    /// </summary>
    public static KeyValuePair<string, string> NoProfiling { get; } = new("DOTNET_TieredPGO", "0");

    /// <summary>
    /// No roots of the system, where both sides trust a root of the run alone: on Linux every process with TLS reads all of them before its
    /// first handshake, some hundred files. Windows and macOS, which keep them elsewhere, do not look at these variables.
    /// </summary>
    public static IReadOnlyList<KeyValuePair<string, string>> NoSystemRoots { get; } = [new("SSL_CERT_DIR", ""), new("SSL_CERT_FILE", "")];
}
