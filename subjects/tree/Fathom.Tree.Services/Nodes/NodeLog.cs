using Microsoft.Extensions.Logging;

namespace Fathom.Tree.Services.Nodes;

/// <summary>
/// The log of a process. Warnings go to standard error. What is less goes to a console that takes 1 ms for a line and one line at a time,
/// where there is one.
/// </summary>
/// <param name="hasConsole">Whether there is one.</param>
internal sealed class NodeLog(bool hasConsole) : ILoggerProvider, ILogger
{
    private static readonly TimeSpan LineTime = TimeSpan.FromMilliseconds(1);

    private readonly Lock _console = new();

    public ILogger CreateLogger(string categoryName) => this;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => logLevel >= (hasConsole ? LogLevel.Information : LogLevel.Warning);

    public void Log<TState>(
        LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (logLevel >= LogLevel.Warning)
        {
            Console.Error.WriteLine($"{formatter(state, exception)}{(exception is null ? "" : $": {exception.Message}")}");
        }
        else if (hasConsole)
        {
            lock (_console)
            {
                Thread.Sleep(LineTime);
            }
        }
    }

    public void Dispose()
    {
    }
}
