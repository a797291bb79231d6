using System.Reflection;

namespace Fathom.Transport.Client;

/// <summary>The <c>user-agent</c> of requests, <c>grpc-fathom/VERSION</c> (gRPC doc/PROTOCOL-HTTP2.md, "User Agents").</summary>
internal static class UserAgent
{
    // The version is that of the package, without the commit that a build appends.
    private static readonly string Own = $"grpc-fathom/{VersionOf(typeof(UserAgent).Assembly)}";

    /// <summary>That of a channel: the application's comes first, because the most significant product does (RFC 9110 section
    /// 10.1.5).</summary>
    public static string Of(ChannelOptions channel) => channel.UserAgent is { } application ? $"{application} {Own}" : Own;

    private static string VersionOf(Assembly assembly) =>
        assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0] ?? "0.0.0";
}
