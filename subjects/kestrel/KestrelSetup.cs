using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace Fathom.Subjects.Kestrel;

/// <summary>What all subjects on ASP.NET Core have in common, so that trials differ in what they say they differ in.</summary>
public static class KestrelSetup
{
    /// <summary>An application without configuration from files or the environment, so that a trial runs the same everywhere; it logs
    /// warnings to standard error.</summary>
    public static WebApplicationBuilder CreateBuilder()
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        LogWarnings(builder.Logging);
        return builder;
    }

    /// <summary>Logs warnings to standard error, and nothing elsewhere.</summary>
    public static void LogWarnings(ILoggingBuilder logging)
    {
        logging.ClearProviders();
        logging.SetMinimumLevel(LogLevel.Warning);

        // A port in use throws; logging it as well would report it twice.
        logging.AddFilter("Microsoft.Extensions.Hosting.Internal.Host", LogLevel.None);
        logging.AddConsole(console => console.LogToStandardErrorThreshold = LogLevel.Trace);
    }

    /// <summary>Limits that do not bind, and the first windows, in bytes; null: Kestrel's.</summary>
    public static void Configure(KestrelServerOptions kestrel, int? streamWindow, int? connectionWindow)
    {
        // gRPC limits messages itself, and a stream may be idle, or crawl, in either direction for as long as it likes.
        kestrel.Limits.MaxRequestBodySize = null;
        kestrel.Limits.MinRequestBodyDataRate = null;
        kestrel.Limits.MinResponseDataRate = null;
        kestrel.AddServerHeader = false;
        kestrel.Limits.Http2.InitialStreamWindowSize = streamWindow ?? kestrel.Limits.Http2.InitialStreamWindowSize;
        kestrel.Limits.Http2.InitialConnectionWindowSize = connectionWindow ?? kestrel.Limits.Http2.InitialConnectionWindowSize;
    }

    /// <summary>Ends an application and does not wait for calls under way: its runner measures nothing any more.</summary>
    public static async ValueTask EndAsync(WebApplication application)
    {
        using var now = new CancellationTokenSource();
        await now.CancelAsync();
        await application.StopAsync(now.Token);
        await application.DisposeAsync();
    }
}
