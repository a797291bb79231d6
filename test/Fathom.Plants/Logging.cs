using System.Runtime.CompilerServices;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Fathom.Plants;

/// <summary>Writes many lines for every call to the console, as an application in Development does; its host reads the level from its
/// configuration.</summary>
internal static partial class Logging
{
    private const int Calls = 20_000;
    private const int LinesPerCall = 8;

    public static void Run()
    {
        using var host = Host.CreateApplicationBuilder().Build();
        var logger = host.Services.GetRequiredService<ILoggerFactory>().CreateLogger("Calls");
        for (var call = 0; call < Calls; call++)
        {
            Handle(logger, call);
        }
    }

    private static void Handle(ILogger logger, int call)
    {
        for (var line = 0; line < LinesPerCall; line++)
        {
            LogStep(logger, call, line);
        }
    }

    [LoggerMessage(Level = LogLevel.Information, Message = "call {Call} is in step {Step}, as every call is before the next")]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static partial void LogStep(ILogger logger, int call, int step);
}
