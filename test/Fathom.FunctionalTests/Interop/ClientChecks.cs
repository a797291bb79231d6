namespace Fathom.FunctionalTests.Interop;

/// <summary>What every foreign client checks of our host; a script that leaves one out fails.</summary>
internal static class ClientChecks
{
    public static IReadOnlyList<string> Names { get; } =
    [
        "unary",
        "empty_message",
        "client_stream",
        "empty_client_stream",
        "server_stream",
        "duplex_stream",
        "many_at_once",
        "metadata",
        "status_and_detail",
        "status_after_messages",
        "trailers_with_failure",
        "trailers_only",
        "handler_exception",
        "unknown_method",
        "deadline",
        "deadline_in_stream",
        "cancellation",
        "ten_mebibytes",
        "ten_mebibytes_duplex",
        "request_over_the_servers_limit",
        "reply_over_the_clients_limit",
        "compressed_request",
        "server_waits_for_a_slow_client",
        "client_waits_for_a_slow_server",
    ];
}
