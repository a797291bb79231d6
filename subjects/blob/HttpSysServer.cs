using System.Runtime.Versioning;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.HttpSys;

namespace Fathom.Subjects.Blob;

/// <summary>HTTP.sys itself, on Windows; HTTP/1.1 alone, since its HTTP/2 wants TLS.</summary>
[SupportedOSPlatform("windows")]
internal static class HttpSysServer
{
    private const int AccessDenied = 5;

    public static void Use(IWebHostBuilder host, BlobArguments arguments) => host.UseHttpSys(options =>
    {
        options.UrlPrefixes.Add(Prefix(arguments));
        options.MaxRequestBodySize = null;
        // The real fix of what is measured, since .NET 8 (dotnet/aspnetcore#47776).
        options.EnableKernelResponseBuffering = arguments.Host == "httpsys-buffered";
    });

    /// <summary>What a failure to start means, with the command that helps; null where it is none of HTTP.sys's.</summary>
    public static string? Explain(Exception e, BlobArguments arguments) => e switch
    {
        HttpSysException { ErrorCode: AccessDenied } =>
            $"this user has no reservation for {Prefix(arguments)}; as an administrator run: netsh http add urlacl "
                + $"url={Prefix(arguments)} user=%USERDOMAIN%\\%USERNAME%",
        HttpSysException => $"HTTP.sys cannot listen on {Prefix(arguments)}: {e.Message}",
        _ => null,
    };

    private static string Prefix(BlobArguments arguments) => $"http://{arguments.Common.Bind}:{arguments.Common.Port}/";
}
