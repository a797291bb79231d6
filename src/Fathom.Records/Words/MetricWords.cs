namespace Fathom.Records.Words;

/// <summary>Metrics as readers call them. The id of a metric, which has its unit in it, is only in the table of metrics.</summary>
public static class MetricWords
{
    private static readonly Dictionary<string, string> Words = new()
    {
        ["us_per_message"] = "time per message",
        ["messages_per_second"] = "messages a second",
        ["payload_mb_per_second"] = "payload a second",
        ["prelude_us_per_message"] = "time on certificates per message",
        ["copy_mb_per_second"] = "speed of a copy in memory",
        ["server_cpu_us_per_call"] = "processor time of the server per call",
        ["client_cpu_us_per_call"] = "processor time of the client per call",
        ["thread_pool_threads"] = "threads of the client\u2019s pool",
        ["thread_pool_queue"] = "work items that wait for a thread of the client\u2019s pool",
    };

    /// <summary>Returns the name of a metric for tables and pictures.</summary>
    // What follows a semicolon in a description says where the figure is from.
    public static string Of(MetricInfo metric) => Words.GetValueOrDefault(metric.Id) ?? metric.Text.Split(';')[0];

    /// <summary>Returns the name of a value that was sampled during a replicate.</summary>
    public static string OfSeries(string name) => Words.GetValueOrDefault(name) ?? name.Replace('_', ' ');
}
