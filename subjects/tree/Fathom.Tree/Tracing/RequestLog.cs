using System.Globalization;

namespace Fathom.Tree.Tracing;

/// <summary>A request as its user saw it.</summary>
/// <param name="Trace">Id of its trace.</param>
/// <param name="User">Number of the user, from 0.</param>
/// <param name="Index">Number of the request among those of its user, from 0.</param>
/// <param name="StartUs">When it was sent: microseconds since 1970, UTC.</param>
/// <param name="ResponseUs">Response time in microseconds.</param>
/// <param name="Error">The kind of the failure; empty for none.</param>
public readonly record struct LoggedRequest(string Trace, int User, int Index, double StartUs, double ResponseUs, string Error);

/// <summary>The file in which a driver of users writes each request.</summary>
public static class RequestLog
{
    /// <summary>Name of the file in the folder of the tree's traces.</summary>
    public const string FileName = "requests.csv";

    /// <summary>Name among the tree's addresses under which the file's URI stands.</summary>
    public const string Address = "request-log";

    /// <summary>Reads a log.</summary>
    /// <exception cref="FormatException">A line is no request.</exception>
    public static IReadOnlyList<LoggedRequest> Read(string file) => [.. File.ReadLines(file).Select(Parse)];

    /// <summary>Writes a log.</summary>
    public static void Write(string file, IEnumerable<LoggedRequest> requests) => File.WriteAllLines(file, requests.Select(r =>
        string.Create(CultureInfo.InvariantCulture, $"{r.Trace},{r.User},{r.Index},{r.StartUs:0},{r.ResponseUs:0},{r.Error}")));

    /// <summary>Reads a line: trace, user, index, start and response time in microseconds, error.</summary>
    /// <exception cref="FormatException">It is none.</exception>
    public static LoggedRequest Parse(string line) =>
        line.Split(',', 6) is [var trace, var user, var index, var start, var response, var error]
            && int.TryParse(user, CultureInfo.InvariantCulture, out var number)
            && int.TryParse(index, CultureInfo.InvariantCulture, out var at)
            && double.TryParse(start, CultureInfo.InvariantCulture, out var startUs)
            && double.TryParse(response, CultureInfo.InvariantCulture, out var responseUs)
            && double.IsFinite(startUs) && double.IsFinite(responseUs)
        ? new(trace, number, at, startUs, responseUs, error)
        : throw new FormatException(
            $"'{line}' is no request; accepted: trace,user,index,start,response,error with times in microseconds");
}
