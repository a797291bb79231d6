using System.Net.Http.Json;
using System.Text.Json;
using Fathom.Tree.Tracing;

namespace Fathom.Subjects.Users;

/// <summary>A simulated user without Locust: the same requests, pauses and kinds as those of deploy/locust/locustfile.py.</summary>
internal static class BuiltInUser
{
    private const int Records = 500;
    private const int ReadersInFive = 4;

    /// <summary>Runs all users at the same time.</summary>
    public static async Task<IReadOnlyList<LoggedRequest>> RunAllAsync(UsersSpec spec)
    {
        // A connection for each user, as a user of Locust has one.
        using var handler = new SocketsHttpHandler { ActivityHeadersPropagator = null };
        using var http = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
        var all = await Task.WhenAll(Enumerable.Range(0, spec.Users).Select(user => RunAsync(spec, http, user)));
        return [.. all.SelectMany(r => r)];
    }

    /// <summary>A request.</summary>
    /// <param name="spec">Where to.</param>
    /// <param name="isAdministrator">Whether it edits a record.</param>
    /// <param name="record">Number of the record.</param>
    /// <param name="trace">Id of its trace; null for a request that is not traced.</param>
    public static HttpRequestMessage RequestOf(UsersSpec spec, bool isAdministrator, int record, string? trace)
    {
        var request = isAdministrator
            ? new HttpRequestMessage(HttpMethod.Put, $"{spec.AdminApi}/items/{record}")
            {
                Content = JsonContent.Create(new ItemEdit($"Item {record}", 100 + record, record % 40)),
            }
            : new HttpRequestMessage(HttpMethod.Get, $"{spec.Api}/items/{record}");
        // Not sampled: the flag 00 of W3C Trace Context.
        request.Headers.Add("traceparent", $"00-{trace ?? Guid.NewGuid().ToString("N")}-{record:x15}1-{(trace is null ? "00" : "01")}");
        return request;
    }

    private static async Task<List<LoggedRequest>> RunAsync(UsersSpec spec, HttpClient http, int user)
    {
        var random = new Random((spec.Seed * 1000) + user);
        // As Locust shares them out: every fifth user.
        var isAdministrator = user % (ReadersInFive + 1) == ReadersInFive;
        List<LoggedRequest> requests = [];
        for (var index = 0; index < spec.RequestsPerUser; index++)
        {
            var trace = Guid.NewGuid().ToString("N");
            var at = TimeProvider.System.GetUtcNow();
            var began = TimeProvider.System.GetTimestamp();
            var error = await SendAsync(http, RequestOf(spec, isAdministrator, 1 + random.Next(Records), trace));
            requests.Add(new(trace, user, index, (at - DateTimeOffset.UnixEpoch).TotalMicroseconds,
                TimeProvider.System.GetElapsedTime(began).TotalMicroseconds, error));
            if (index + 1 < spec.RequestsPerUser)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(spec.ThinkMs * (0.5 + random.NextDouble())));
            }
        }

        return requests;
    }

    // The kind of a failure, in the words of the locustfile; empty for none.
    private static async Task<string> SendAsync(HttpClient http, HttpRequestMessage request)
    {
        using (request)
        {
            try
            {
                using var response = await http.SendAsync(request);
                var body = await response.Content.ReadAsStringAsync();
                return response.IsSuccessStatusCode ? "" : $"{(int)response.StatusCode} {TitleOf(body)}".TrimEnd();
            }
            catch (HttpRequestException e)
            {
                return $"no answer: {e.HttpRequestError}";
            }
            catch (Exception e) when (e is IOException or OperationCanceledException)
            {
                return $"no answer: {e.GetType().Name}";
            }
        }
    }

    private static string TitleOf(string problem)
    {
        try
        {
            using var document = JsonDocument.Parse(problem);
            return document.RootElement.GetProperty("title").GetString() ?? "";
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            return "";
        }
    }

    private sealed record ItemEdit(string Name, int Cents, int Stock);
}
