/* Prints nothing. Fails if the library that it links has no noise. */
float plugin_sample(float x);

int main(void)
{
    const float sample = plugin_sample(0.25f);
    return !(sample >= -1.0f && sample <= 1.0f && sample != 0.0f);
}
