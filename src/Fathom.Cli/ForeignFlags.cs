namespace Fathom.Cli;

/// <summary>Flags of grpcurl and ghz that are another flag here, or none. docs/from-grpcurl-and-ghz.md has them all.</summary>
internal static class ForeignFlags
{
    private static readonly Dictionary<string, string> Uses = new (string Use, string[] Flags)[]
    {
        ("--deadline is the time for a call, with a unit: --deadline 5s", ["max-time", "timeout", "t"]),
        ("--keepalive is that time, with a unit: --keepalive 30s", ["keepalive-time"]),
        ("--max-receive-size is the limit of a reply", ["max-msg-sz", "max-recv-message-size"]),
        ("a request of any size is sent: there is no limit to lift", ["max-send-message-size"]),
        ("--message-template of 'fathom describe' prints a request to fill in", ["msg-template"]),
        ("--proto-out of 'fathom describe' writes .proto files", ["proto-out-dir"]),
        ("-H is sent with calls and with the questions to reflection", ["rpc-header", "reflect-header", "reflect-metadata", "m"]),
        ("-H 'NAME: {{env VARIABLE}}' takes a value from the environment", ["expand-headers"]),
        ("-H 'NAME: {{file PATH}}' takes a value from a file", ["metadata-file", "M"]),
        ("--output json has status, details and metadata in one document", ["format-error"]),
        ("--output is the form of results, and --data-format that of data", ["format", "O"]),
        ("-d has the fields of its message and no others: one that is misspelt would be lost", ["allow-unknown-fields"]),
        ("--proto, --protoset and --assembly take the place of reflection, which is used where none is given", ["use-reflection"]),
        ("-H 'user-agent: TEXT' stands before grpc-fathom and its version", ["user-agent"]),
        ("--cacert and --cert are for TLS; ALTS is not spoken", ["alts", "alts-handshaker-service", "alts-target-service-account"]),
        ("--import-path is one folder, and can be given several times", ["import-paths", "i"]),
        ("--servername is the name in the server's certificate", ["cname"]),
        ("--insecure is TLS without a check of the certificate", ["skipTLS"]),
        ("-r is the rate, in calls a second", ["rate", "qps"]),
        ("-r is an open loop, in which no call waits for another", ["async"]),
        ("--stage changes the rate: --stage 0s:100 --stage 1m:500",
            ["load-schedule", "load-start", "load-step", "load-end", "load-step-duration", "load-max-duration"]),
        ("-c is the same for a whole run: make a run for each",
            ["concurrency-schedule", "concurrency-start", "concurrency-end", "concurrency-step",
                "concurrency-step-duration", "concurrency-max-duration"]),
        ("-z ends a run of -n calls, too", ["max-duration", "x"]),
        ("-z starts calls for so long, and those under way have ten more seconds to end", ["duration-stop"]),
        ("-d @FILE is the data of a file", ["data-file", "D"]),
        ("--data-format binary is for an encoded message: -d @FILE --data-format binary", ["binary", "binary-file", "b", "B"]),
        ("-d has the messages of a stream, which are sent as fast as the server takes them", ["stream-interval", "stream-call-count"]),
        ("--stream-for ends a stream after so long", ["stream-call-duration"]),
        ("-d has templates, which are filled for each message of a stream", ["stream-dynamic-messages"]),
        ("-d has templates, which stay; \\u007b in JSON is a brace that begins none",
            ["disable-template-functions", "disable-template-data"]),
        ("--skip-first counts so many calls apart", ["skipFirst"]),
        ("--output json has the times of calls that failed beside the others", ["count-errors"]),
        ("-o names the folder of a run", ["name", "tags"]),
        ("--threads is the number of event loops", ["cpus"]),
        ("--output jsonl has each second of a run", ["debug"]),
        ("--compression gzip compresses requests", ["enable-compression", "e"]),
        ("--connections is the number of connections, all to one address", ["lb-strategy"]),
    }.SelectMany(row => row.Flags, (row, flag) => (flag, row.Use)).ToDictionary(StringComparer.Ordinal);

    /// <summary>What stands here for a flag of these tools, as a sentence; null where nothing is known of it.</summary>
    public static string? Find(string flag) => Uses.GetValueOrDefault(flag.TrimStart('-'));
}
