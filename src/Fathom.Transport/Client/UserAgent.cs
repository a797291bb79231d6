using System.Reflection;

namespace Fathom.Transport.Client;

/// <summary>The <c>user-agent</c> of requests, <c>grpc-fathom/VERSION</c> (gRPC doc/PROTOCOL-HTTP2.md, "User Agents").</summary>
internal static class UserAgent
{
    /// <summary>The version is that of the package, without the commit that a build appends.</summary>
    public static string Value { get; } = $"grpc-fathom/{VersionOf(typeof(UserAgent).Assembly)}";

    private static string VersionOf(Assembly assembly) =>
        assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0] ?? "0.0.0";
}
